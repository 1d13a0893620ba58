"""The words by which a party is found: short, easy to say, to type and to tell apart."""

import secrets

_TEXT = """
acorn amber apple arrow badge baker banjo basil beach berry bloom boat bonus brass bread brick brook
brush cabin camel candy cargo cedar chalk cherry chess cider clay clock cloud clover coal coat cobra
cocoa comet coral corn crane crown daisy deck desk dingo dock dove drum eagle easel ember fable falcon
farm fern fig finch flag flame flint flute foam fog forest forge fox frost fudge gala garden gate gem
ginger glass globe goat gold goose grape grove guitar gull hare harp hat hazel hill honey horn horse
igloo inn iris ivory ivy jade jam jar jasper jazz jet jewel judge juice jump kayak kettle key king kite
koala ladder lake lamp lark laser leaf lemon lily lime lion llama lodge lotus lunar lynx magic mango
maple market marsh mask mast medal melon mill mint moon moss mouse mug music nest noble north nut oak
oasis oat ocean olive onion opal orbit orchid otter owl oyster paint palm panda paper park path peach
pear pearl pebble pen pepper piano pie pigeon pilot pine pink planet plaza plum pond poppy prism pump
queen quilt quiz rabbit radio raft rain raven reed ribbon rice river road robin rocket rope rose ruby
saddle sage sail salt sand satin scarf seal shell ship shoe silk silver sled slope snail snow soap sofa
solar spice spoon spring star stone storm straw sugar sun swan table tango tea tent tiger tin toast topaz
torch tower train trout tulip tuna turtle twig valley vase velvet violet violin wagon walnut water whale
wheat wheel willow wind wolf wood wool yacht yarn yoga zebra zinc
"""
WORDS = tuple(_TEXT.split())
NEVER = frozenset({"tv", "api", "assets", "health", "ready", "metrics", "tables"})
"""Paths that the server has for itself."""


def new_word(*, secret: bool) -> str:
    """A word for a party; where strangers could try words too it is a `secret` one, hard to guess.

    >>> new_word(secret=False) in WORDS
    True
    >>> [part.isdigit() for part in new_word(secret=True).split("-")]
    [False, False, False, True]
    """
    if not secret:
        return secrets.choice(WORDS)
    return "-".join([*(secrets.choice(WORDS) for _ in range(3)), str(secrets.randbelow(900) + 100)])


def is_word(text: str) -> bool:
    """Whether a text has the form of such a word.

    >>> is_word("tin"), is_word("TIN "), is_word("assets"), is_word("tin-oak-fox-123")
    (True, False, False, True)
    """
    parts = text.split("-")
    if len(parts) == 4 and parts[3].isascii() and parts[3].isdigit() and len(parts[3]) == 3:
        parts = parts[:3]
    elif len(parts) != 1:
        return False
    return all(part in _KNOWN for part in parts) and text not in NEVER


_KNOWN = frozenset(WORDS)
