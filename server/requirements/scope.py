"""Whether a description states a scope or goal, or is a bare list of skills or the name of a role."""

import re

from teamlandkarte.server.answers import wording

# All patterns read texts as they are typed without umlauts.
# What joins or introduces the entries of a list; what stands between is one entry.
_JOINTS = re.compile(
    r"[,;:/|\n•+&()]|\s[-–—]\s"
    r"|\b(?:und|oder|sowie|bzw|mit|and|or|with|plus|erfahrung(?:en)?|kenntnissen?|experience|knowledge|skills?"
    r"|wir (?:suchen|brauchen|benoetigen)|(?:ich )?(?:suche|brauche)|gesucht(?: wird)?|we (?:need|are looking for|seek)"
    r"|looking for|(?:i )?need|wanted|ein(?:en?|em|er)?|an?|in)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w[\w.+#-]*")
# Work that is done, as opposed to somebody who does it (the lookaheads keep Entwickler, developer, Planer out).
_WORK = re.compile(
    r"\b\w*(?:entwickl(?!er)|aufbau|umbau|neubau|ausbau|bauen\b|\bbaut|migr(?!antin)|einfuehr|umsetz|umstell|planung|planen"
    r"|erstell|moderni|abloes|betrieb|betreib|erweiter|integration|integrier|automatisier|sanier|erneuer|projekt(?!leit)"
    r"|vorhaben|wartung|pflege|unterstuetz|begleit|develop(?!er)|build|implement|design(?!er)|replac|rollout|launch"
    r"|creat|maintain|support(?!er)|extend|renew|operat(?!or)|introduc|upgrad)",
    re.IGNORECASE,
)
_ENTRY = 3  # words: the longest entry of a list of skills or roles, such as "Senior Python Developer"
_SCOPE = 3  # words: the shortest scope, such as "Ablösung des Buchungsportals"


def states_scope(description: str) -> bool:
    """Return whether a description says what is to be done, not only who or which skills are wanted."""
    description = wording.typed_out(description)
    entries = [len(_WORD.findall(entry)) for entry in _JOINTS.split(description)]
    if max(entries, default=0) > _ENTRY:
        return True
    return bool(_WORK.search(description)) and len(_WORD.findall(description)) >= _SCOPE
