"""Experience: the wordings by which texts ask for years of it."""

_COUNTED = (
    r"(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig"
    r"|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty)"
)
_NUMBER = rf"(?:\d{{1,2}}(?:[.,]5)?|eine?[mnrs]?|one|anderthalb|eineinhalb|{_COUNTED})"
_TO = rf"\s*(?:\+|(?:-|–|bis|to)\s*(?:\d{{1,2}}|{_COUNTED}))?"
_NUMBER_OF_YEARS = rf"{_NUMBER}{_TO}[\s-]*"
_UNIT = r"(?:jahre?n?\b|years?\b|yrs?\b|(?-i:J)\.)"
YEARS = rf"(?:{_NUMBER_OF_YEARS}{_UNIT}|(?:mehrere[rn]?|viele[rn]?|several|many)\s+(?:jahre?n?|years?)\b)"
YEARLONG = rf"(?:{_NUMBER_OF_YEARS}|mehr|lang)jährige[rnms]?\b"
EXPERIENCE = r"(?:erfahrung|praxis|experience|practice|hands-on)"
FIELD = rf"{EXPERIENCE}|kenntnis|wissen|umgang|fähigkeit|expertise|knowledge|skill|command|background"
# With what it is said of, since "sicherer" alone says something else: "sicherer Umgang", "strong knowledge".
OF_A_FIELD = rf"(?:\s+(?:[\w-]{{1,30}}\s+)?[\w-]{{0,30}}?(?:{FIELD}|beherrschung)\w*)?"
AT_LEAST = (
    r"(?:(?:\b(?:mind(?:\.|estens)|min\.|wenigstens|über|mehr\s+als|ca\.|at\s+least|minimum(?:\s+of)?|more\s+than|over)|[>≥]=?)\s*"
    r"(?!mehr|lang|viel|several|many))"
)
# What leads from years to what they are said of: "5 Jahre Erfahrung mit", "two years in the".
OF_WHAT = (
    rf"['’]?(?:\s+(?:davon|of\s+(?:them|these|those|which)|of))?(?:\s+(?:(?!und\b|and\b|oder\b|or\b)[\w-]+\s+)?[\w-]*{EXPERIENCE}\w*)?"
    r"\s+(?:in|im|mit|with|of|als|as|bei|beim|am|on|using)\s+(?:(?:de[rmn]|the|an?)\s+)?"
)
# Behind years that had it, the unit may be missing: "5 Jahre mit Java und 3 mit Go".
NUMBER_ALONE = rf"(?:\d{{1,2}}|eins|one|{_COUNTED})\+?"
# Years that something takes: "Dauer ca. ein Jahr", "Vertragslaufzeit: mind. 2 Jahre", "a contract of two years".
LASTS_BEFORE = (
    r"(?:\b(?:[\w-]*(?:laufzeit|dauer)|duration|(?:contract|project|assignment)(?:\s+(?:length|term|period))?|dauert|läuft|lasts?|runs?|befristet"
    r"|vertrag|rahmenvertrag|einsatz|auftrag)\b(?:\s+(?:de[rs]|of\s+(?:the|this))\s+[\w-]+)?\s*[:=|(–-]?\s*"
    r"(?:(?:ist|sind|is|are|be|wird|soll|sein|beträgt|beläuft|sich|runs?|läuft|über|over|auf|of|von|for|für|etwa|ca\.|circa|rund|about|around|approx\.|approximately"
    r"|roughly|voraussichtlich|zunächst|vorerst|geplant|expected|initially|planned|maximal|max\.|nur|to|zu|mindestens|mind\.|min\.|wenigstens|at\s+least)\s+)*)$"
)
LASTS_BEHIND = (
    r"['’]?(?:,?\s+(?:ab|nach|from|after|starting)\s+(?:\w+\s+)?(?:zuschlag|auftrag|beauftragung|vertrag|beginn|start|award|contract|sign|kick|today|heute|sofort)"
    r"|\s+(?:lang|befristet|laufzeit|vertrag|projekt(?:laufzeit|dauer)|contract|project\s+duration|duration|term)\b|[\s-]+(?:contract|assignment)\b)"
)
