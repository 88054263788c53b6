"""Negation: the words by which a German or English text says that something is not needed, or indispensable."""

import re

from teamlandkarte.index.word_lists import one_of, word_lists

_NO_SCRUPLES = (
    r"scheu|angst|problem\w*|berührungsängste|ahnung|sorge|neuling\w*|anfänger\w*|zweifel|muss\b|muß\b|pflicht|"
    r"absolute|fears?|later|way\b|doubt|idea|strangers?|beginners?|longer|musts?\b|less\b|more\b|one\b|agenc\w+|"
    r"mensch\b|schwein\b|sau\b|ende\b|weg\b|nachteil|disadvantage|drawback|chance|zusage|einladung|beauftragung|teilnahme|frage|fall\s+fehlen|question|weitere|rolle|thema|bedarf|voraussetzung|bedingung|gegenstand|bestandteil|anforderung|kriterium|role|part\b"
)
_NEED = (
    r"erforderlich|nötig|noetig|notwendig|gebraucht|benötigt|benoetigt|verlangt|gefordert|gefragt|erwartet|vorausgesetzt|relevant|"
    r"gegenstand|teil|bestandteil|enthalten|inbegriffen|included|verwendet|genutzt|eingesetzt|wichtig|gewünscht|gesucht|gewollt|need(?:ed)?|requir(?:ed|e|ement)|"
    r"necessary|expect(?:ed)?|part|relevant|used?|in\s+scope|wanted|sought|looking|asked|important|assumed|called\s+for|have\s+to"
)
_SEEK = (
    r"brauch\w*|benötig\w*|benoetig\w*|erwart\w*|verlang\w*|forder\w*|such(?:en|t|e)|muss|müssen|muessen|need(?:s|ed)?|"
    r"requir\w*|want|expect|müsst|musst|mua(?:ss|ß)|bruuch\w*"
)
# Of dialects, in small letters: "Ned" is a name and ".NET" a platform.
_DIALECT = (
    r"(?:nich|(?-i:ned|nöd|nid)|(?<![.\w])(?<!für\s)(?<!mit\s)(?<!in\s)(?<!und\s)(?-i:net|nit)"
    r"(?=\s*(?:[.,;:!?)]|$)|\s+(?:mehr|sein?|unbedingt|zwingend|nötig|gefragt|wichtig)\b))"
)
_NOT = rf"(?:nicht|not|n['’]t|never|nie|no\s+longer|{_DIALECT})"

# Said of what they stand beside, these are no negation: "shy away from", "sich davor fürchten", "als Nebensache sehen".
_NO_FEAR = (
    r"(?:zu\s+|davor\s+|gleich\s+|sofort\s+)?(?:fürcht|scheu|zurückschreck|abschreck|abgeschreckt|erschreck|schreck|schrick|grus|grausen|wegl[aä]uf|davonl[aä]uf)\w*|bange\b|"
    r"als\s+(?:\w+\s+){1,4}?(?:versteh|begreif|betracht|sieht|sehen|ansieh|abtu|behandel)\w*|"
    r"(?:be\s+|been\s+|get\s+)?(?:afraid|scared|frightened|put\s+off|shy|fazed|daunted|intimidated|fear|mind|run\s+away|shrink|flinch|baulk|a\s+stranger)"
)

_AT_STAKE = (
    r"(?:einsatz|zusage|einladung|beauftragung|berücksichtigung|teilnahme|chance|zugang|zutritt|auftrag|vertrag|job|stelle|start|"
    r"access|assignment|contract|deal|interview|invitation|job|offer|point|start|way)"
)
_NOT_THEN = (
    r"(?:nichts?(?:\s+(?:in\s+)?(?:frage|infrage|möglich|berücksichtig|einsetz|einstell|beauftrag|weiter)\w*)|"
    rf"keine?[nrs]?\s+(?:\w+\s+)?{_AT_STAKE}\w*)"
)
_ALL_OF_IT = (
    r"(?:(?:[^,;.]|\.(?=\w)){1,80}(?:,[^,;.]{1,60}){1,6}\s(?:und|oder|sowie|and|or)\s)?(?:[^,;.]|\.(?=\w)){1,150}?"
)
# What "without" names here cannot be done without: "ohne Java, SQL und Go geht nichts", "no contract without Java".
INDISPENSABLE = (
    rf"(?:\bohne\b{_ALL_OF_IT},?\s(?:(?:da|dann|hier|leider)\s)?(?:(?:geht|läuft|funktioniert|klappt|wird)\b[^,;.]{{0,60}}?\bnicht\w*"
    rf"|(?:\w{{1,40}}\s[^,;.]{{0,60}}?)?\b{_NOT_THEN})"
    rf"|\bwithout\b{_ALL_OF_IT},?\s(?:nothing\s+(?:works|goes|happens)|(?:there(?:.s|\s+is|\s+will\s+be)\s+)?no\s+(?:\w+\s+)?{_AT_STAKE}"
    r"|(?:[^,;.]{0,40}\s)?(?:not|cannot|\w{0,20}n['’]t)\s+(?:\w+\s+)?(?:consider|invit|accept|shortlist|hire|get\s+far|make\s+it|work)\w*)"
    rf"|\b(?:keine?[nrs]?|no)\s[^,;.]{{1,60}},\s(?:keine?[nrs]?|no)\s+{_AT_STAKE}\b(?=\s*(?:[.!,;]|$))"
    r"|\b(?:geht|kommen|kommt|läuft|klappt|funktioniert)\s+(?:\w+\s+){0,3}nichts?\s+ohne\b|\bnothing\s+works\s+without\b"
    rf"|\b(?:keine?[nrs]?|no)\s+(?:\w+\s+)?{_AT_STAKE}\s+(?:ohne|without)\b|\b(?:can(?:not|['’]t)|won['’]t|will\s+not)\s+(?:\w+\s+){{0,4}}?without\b"
    r"|\b(?:candidates|applicants|applications|profiles|cvs|bids|offers)\s+without\b|\b(?:profile|bewerbungen|bewerber\w*|angebote|kandidat\w*)\s+ohne\b)"
)
# Stands before what is not needed and reaches to the end of its clause.
BEFORE_IT = (
    rf"(?:\bkaum\b(?!\s+(?:jemand|ein|zu\b|weg))|\bhardly\s+any\b|\bkein(?:e[rnms]?|erlei)?\b(?!\W*$)|(?<!nicht\s)\bohne\b(?![^,;]*\bnichts?\b)|(?<!of\s)\bno\b|(?<!not\s)\bwithout\b(?![^,;.]*\bnothing\b)|\bweder\b|\bneither\b(?!\s*(?:[.,;!]|$))|"
    rf"\bnot\s+an?\b(?=[^;.]{{0,60}}{one_of(word_lists('phrases')['somebody'])}(?:\s+n?or\b|\s*(?:,|$)))|"
    rf"\b(?:an)?statt\b|\banstelle\b|\binstead\s+of\b|\brather\s+than\b|\bnot\s+(?:looking\s+for|interested\s+in)\b|"
    r"(?<!shy\s)(?<!run\s)(?<!shies\s)(?<!shying\s)\baway\s+from\b|\bnix\s+mit\b|\bstopped\s+using\b|\bhave\s+dropped\b|\bget(?:ting)?\s+rid\s+of\b|\bphas(?:e|ing)\s+out\b|(?:\bdo\s+not|n['’]t)\s+(?:send|need|want)\s+(?:any|some)(?:body|one)\s+(?:for|with)\b|\bforget\s+(?:about\b|what\b[^.;,]{0,20}\babout\b)|\bweg\s+von\b|\bausgenommen\b|\baußer\b(?!\s+(?:haus|betrieb|acht|frage))|\banything\s+but\b|\bnothing\s+(?:with|in)\b|\bnichts\s+mit\b|\bnie\s+wieder\b|\bnever\s+again\b|\b(?:niemand(?:en)?|nobody|no\s+one)\s+(?:mit|with|cares?\s+(?:about|for)|asks?\s+for|needs|wants)\b|\bmit\s+ausnahme\s+von\b|\bexcept(?:\s+for)?\b|\bexclud(?:e|ing)\b|\bavoid\b)"
    rf"(?!\s+(?:{_NO_SCRUPLES}))"
)
# Says of what stands beside it that it is not needed.
NEGATIVE = (
    rf"\b{_NOT}\s+(?:(?!nur|just|only|zwingend|unbedingt)[\w-]+\s+){{0,2}}?(?:{_NEED})\b"
    rf"|\b(?:{_SEEK})\b(?:['’]s)?(?:\s+(?!und|oder|and|or)[\w-]+){{0,4}}?\s+{_NOT}\b(?!\s+(?:nur|just|only|zwingend|unbedingt))"
    rf"|\b(?:doesn|don|needn|isn|aren|ain|won)['’]?t\s+(?:\w+\s+){{0,2}}?(?:{_NEED})\b"
    r"|\bniemand(?:en)?\s+(?:gesucht|gebraucht|benötigt)|\b(?:suchen|brauchen|benötigen)\s+(?:wir\s+)?niemand(?:en)?\b(?!\s+mit)|\b(?:nobody|no\s+one)\s+(?:is\s+)?(?:needed|wanted|sought)"
    r"|\b(?:egal|wurscht|schnuppe|schnurz(?:egal)?|(?:ist|is|sind)\s+(?:uns\s+|mir\s+)?wurst)\b(?!,?\s+(?:ob|wie|was|wo|wer|wann|wel\w+|woher)\b)"
    r"|\boutside\s+(?:of\s+)?(?:the\s+|our\s+)?scope|\bout\s+of\s+scope|\baußerhalb\s+(?:des|der)\b|\bentfällt|\bentfallen\b"
    r"|\bunnötig\b|\büberflüssig\b|\bunnecessary\b|\birrelevant\b|\bnot\s+applicable\b|\bunwichtig\b|\baus(?:geschlossen|(?:zu)?schlie(?:ß|ss)en)\b"
    r"|\bverzicht\w*|\bkeine?\s+(?:thema|bedarf|bestandteil|gegenstand|anforderung|kriterium|voraussetzung|bedingung)|\bnot?\s+an?\s+(?:requirement|prerequisite|condition)\b"
    r"|\bsetzen?\s+(?:[\w-]+\s+){0,2}?nicht\s+voraus|\b(?:muss|müssen|braucht|brauchen)\s+(?:niemand|keine?r?)\b|\bexcluded\b|\bno-?gos?\b|\bneither(?=\s*(?:[.,;!]|$))|\bentbehrlich\b|\bverzichtbar\b|\bdispensable\b|\bof\s+no\s+(?:interest|importance|relevance|concern)\b|\bcan\s+be\s+(?:left\s+out|omitted|skipped|dropped)\b|\b(?:dir|euch|sich|uns)\s+(?:\w+\s+)?(?:sparen|schenken)\b|\bweglassen\b|\bbrauch\w*\s+(?:sie|du|ihr|wir|man|er|es)\s+keine?[nrs]?\b|(?<=[\w:]\s)nein\b(?=\s*[.,;])|\bnein,?\s+danke\b"
    r"|(?:\b(?:nein|nö|nee|nope|no|nicht|not)|n['’]t)(?=\s*[.!]?\s*(?:$|\n))"
)
_MISSING = r"(?:to\s+)?be\s+(?:missing|lacking|absent)"
# A "not" that belongs to what stands right before or after it.
PLAIN = (
    rf"\b(?:nicht|not|never|nich|(?-i:ned|nöd|nid))\b(?!\s+(?:nur|just|only|bloß|allein|zwingend|unbedingt|schlecht|fehlen|{_MISSING}|neu\b|fremd|unbekannt|vergessen|"
    rf"{_NO_FEAR}|"
    r"zuletzt|schaden|wegzudenken|limited|least|mehr\s+als|more|less|älter|später|later|vor\b|before|verzichten|sure|sicher|"
    rf"immer|always|yet|so\b|(?:mehr\s+)?(?:besetzt|gedeckt|abgedeckt|vertreten|sichergestellt|covered|staffed)))|\w{{1,20}}n['’]t\b(?!\s+(?:{_MISSING}|hurt|just|only|forget|worry|hesitate|"
    rf"{_NO_FEAR}))"
)
# It is there, or another thing is there in its place: "Oracle haben wir abgelöst", "die Planfeststellung liegt vor".
DONE = (
    r"\bpassé\b|\bsind\s+wir\s+(?:\w+\s+)?weg\b|\bl(?:äuft|aufen)\s+(?:[\w.]+\s+){0,2}?aus(?=\s*[.,;!]|\s*$)"
    r"|\blieg(?:t|en)\s+(?:[\w.]+\s+){0,3}?vor\b"
    r"|\b(?:ist|sind|war|waren|wurden?|haben\s+wir)\s+(?:(?!durch\b|noch\b|nicht\b)[\w-]+\s+){0,2}?(?:erledigt|vergeben|beauftragt|abgelöst|ersetzt|abgeschafft|abgeschaltet|abgekündigt)\b"
    r"|\bhaben\s+wir\s+(?:[\w-]+\s+){0,3}?hinter\s+uns\b"
    r"|\b(?:wird|werden)\s+(?:(?!durch\b|noch\b|nicht\b)[\w-]+\s+){0,2}?(?:abgelöst|ersetzt|abgeschafft|abgeschaltet)\b"
    r"|\b(?:is|are|was|were|been|being)\s+(?:replaced|retired|decommissioned|phased\s+out|switched\s+off)\b(?!\s+(?:by|with)\b)"
)
# Somebody else does it or has it.
ELSEWHERE = (
    r"\b(?:übern[ai]hm\w*|übernimmt|übernehmen|erledig\w+|stellt|stellen|liefert|erbring\w+|verantwort\w+|mach(?:t|en)|lieg(?:t|en)|kümmer\w+\s+sich)\b[^,;.]{0,25}\b"
    r"(?:ander|nachbar|dienstleister|partner|lieferant|nachunternehm|kunde|auftraggeber|dritte|extern|kolleg|selbst|selber|\w*büro|fremd|hersteller|fachabteilung)\w*"
    r"|\bbleib(?:t|en)\s+(?:bei|beim)\b"
    r"|\b(?:the|our)\s+(?:vendor|client|customer|partner|supplier|provider)s?\s+(?:handle|do|cover|provide|own|manage)(?:e?s)?\b"
    r"|\bkümmer(?:t|n)\s+sich\s+(?:das|der|die|ein|eine)\b|\bgibt\s+es\s+(?:schon|bereits)\b|\b(?:somebody|someone)\s+else['’]s\b"
    r"|\bin\s+einem\s+anderen\s+los\b|\b(?:hat|haben)\b[^,;.]{0,30}\bnichts\s+zu\s+tun\b|\btaken\s+care\s+of\b"
    r"|\b(?:kann|können|kannst|könnt)\s+(?:sie|du|ihr|man|wir)\s+vergessen\b"
    rf"|{DONE}"
    r"|\b(?:handled|done|covered|provided|performed|delivered|owned|taken\s+care\s+of)\s+(?:by\b|elsewhere|in-house|separately)"
    r"|\b(?:wird|werden)\s+(?:gesondert|separat|bauseits|extern|anderweitig|intern\s+(?:erbracht|erledigt|gemacht|abgedeckt|übernommen|durchgeführt|geleistet)|von\s+(?:ander|dritt|extern)\w*)\b"
    r"|\b(?:wird|werden)\s+(?:vom|von)\s+(?:ander|nachbar|kunde|auftraggeber|dienstleister|partner|lieferant)\w*"
    r"|\b(?:ein|unser)e?\s+(?:ander|extern)\w+\s+\w+|\bhave\s+(?:plenty|enough)\b"
    r"|\b(?:haben|ham)\s+(?:wir|ma|mir)\s+(?:schon?|bereits|selbst|selber|genug)\b|\b(?:schon|bereits)\s+(?:besetzt|vergeben|abgedeckt|vorhanden)"
    r"|\b(?:we\s+)?already\s+(?:on\s+board|have|covered|staffed|filled|available|there)\b"
    r"|\bspiel(?:t|en)\s+(?:[\w-]+\s+){0,4}?keine\s+rolle|\bplays?\s+no\s+(?:role|part)|\b(?:gehört|zählt)\s+nicht"
)
# Stands before what another thing is wanted instead of: "nicht auf Angular, sondern auf React", "rather Go than Java".
_INSTEAD = re.compile(r"\bnicht\b(?!\s+(?:nur|allein|bloß))(?=[^.;:]{0,300}?,?\s+sondern\b)", re.IGNORECASE)
_RATHER = re.compile(
    r"\b(?:lieber|eher|besser|rather|sooner)\s[^,;.:]{1,60}?(?<!mehr)(?<!weniger)(?<!more)(?<!less)(?<!other)\s"
    rf"(?P<than>than|als)\s(?!auch\b|\d|(?:\w+\s)?[\w-]*{one_of(word_lists('phrases')['somebody'])})",
    re.IGNORECASE,
)
_THAN = re.compile(r"than|als", re.IGNORECASE)
_IN_PLACE_OF = re.compile(r"(?:an)?statt|anstelle|instead|rather|away|weg", re.IGNORECASE)
# What follows one of these is used in place of it: "instead of Jenkins we use GitLab CI", "statt Java lieber Kotlin".
_USED_INSTEAD = re.compile(
    r"\b(?:(?:nutz|verwend|setz|brauch|such|benötig|arbeit|bau)\w*\s+(?:wir|sie|ihr|man|das\s+team)"
    r"|(?:wir|we|you|the\s+team)\s+(?:\w+\s+)?(?:use|need|want|work|rel|build|run|prefer|like)\w*"
    r"|wird|werden|kommt|kommen|soll|to|hin\s+zu|towards|lieber|eher|besser|bitte|gerne?|jetzt|nun|künftig|rather|better"
    r"|preferably|please|now|(?<=we['’])d)\b",
    re.IGNORECASE,
)
_BEFORE_IT = re.compile(BEFORE_IT, re.IGNORECASE)
_WITHOUT = re.compile(r"\b(?:ohne|without|kein|no\b)", re.IGNORECASE)
_INDISPENSABLE = re.compile(INDISPENSABLE, re.IGNORECASE)


def opening_in(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return what stands, in a part of a text, before something that is not needed, unless that is indispensable."""
    kept = indispensable(text, start, end)
    found = _BEFORE_IT.finditer(text, start, end)
    first = next((one for one in found if not any(begin <= one.start() < close for begin, close in kept)), None)
    return first or _instead(text, start, end)


def _instead(text: str, start: int, end: int) -> re.Match[str] | None:
    if (rather := _RATHER.search(text, start, end)) is not None:
        return _THAN.match(text, rather.start("than"))
    found = _INSTEAD.search(text, start, min(end + len(", sondern "), len(text)))
    return found if found and found.start() < end else None


def used_instead(text: str, opening: re.Match[str], end: int) -> re.Match[str] | None:
    """Return behind what opens a part of a text the words for what is used in place of that: "statt Java lieber Go"."""
    return _USED_INSTEAD.search(text, opening.end(), end) if _IN_PLACE_OF.match(opening.group()) else None


def is_indispensable(text: str, place: int, start: int, end: int) -> bool:
    """Return whether what begins at a place says, with what stands around it, that nothing can be done without."""
    around = indispensable(text, max(0, start), min(len(text), end))
    return any(first <= place < last for first, last in around)


def indispensable(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return where a part of a text says that something cannot be done without: "without Java, nothing works"."""
    if not _WITHOUT.search(text, start, end):
        return []
    return [found.span() for found in _INDISPENSABLE.finditer(text, start, end)]
