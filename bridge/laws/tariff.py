"""What an illegal move costs: one value per edition of the FIDE Laws of Chess, for each tempo and kind of supervision.

Supervision is adequate in the sense of Art. A.3 (1997: of no edition) when one arbiter watches at most three games of
rapid chess, or one of blitz, and each game is recorded; else it is basic. The minutes are defaults: an event may set
others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Irregularity(Enum):
    """What a press of the clock can turn into an illegal move. The value is for people and for the wire."""

    ILLEGAL_MOVE = "illegal_move"
    """The move fails Art. 3."""
    PROMOTION_MISSING = "promotion_missing"
    """A pawn was left on the last rank."""
    CASTLING_INCOMPLETE = "castling_incomplete"
    CAPTURE_INCOMPLETE = "capture_incomplete"
    PRESS_WITHOUT_MOVE = "press_without_move"
    TWO_HANDS = "two_hands"
    """Two hands made one move."""


class Window(Enum):
    """Until when an illegal move can still be acted on."""

    GAME = "game"
    """As long as the game lasts."""
    REPLY = "reply"
    """Until the opponent has made his next move. Then the illegal move stands, unless both players agree."""


class MateTest(Enum):
    """What the opponent must be able to do so that the game is lost and not drawn."""

    NONE = "none"
    """Nothing: the game is lost whatever he has."""
    ANY_SERIES = "any_series"
    """Checkmate by any possible series of legal moves."""
    MATING_POTENTIAL = "mating_potential"
    """Reach, even with help, a position in which mate in one cannot be avoided (1997, Art. C4); two knights alone
    cannot, though they can mate."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What illegal moves cost under one tempo and supervision.

    `minutes`: what the opponent gains for the player's first, second … illegal move; the next one loses the game. None:
    there is no tariff, the arbiter decides. `on_claim_only`: the arbiter acts only when the opponent asks.
    """

    article: str
    minutes: tuple[int, ...] | None
    window: Window = Window.GAME
    mate_test: MateTest = MateTest.ANY_SERIES
    on_claim_only: bool = False


@dataclass(frozen=True, slots=True)
class Tariff:
    """One edition.

    `counted`: the irregularities that are illegal moves there; all of them share one counter per player and game.
    `discretion`: the article on penalties that the arbiter chooses, for all others. `quickplay`: the last phase of a
    standard game, if the event has announced it as a quickplay finish.
    """

    year: str
    counted: frozenset[Irregularity]
    discretion: str
    standard: Scale
    quickplay: Scale
    rapid_adequate: Scale
    rapid_basic: Scale
    blitz_adequate: Scale
    blitz_basic: Scale


_NOT_AS_ARTICLE_3_SAYS = frozenset(
    {Irregularity.ILLEGAL_MOVE, Irregularity.CASTLING_INCOMPLETE, Irregularity.CAPTURE_INCOMPLETE}
)

_QUICKPLAY_1997 = Scale("10.3", (2, 2), mate_test=MateTest.NONE)
_RAPID_1997 = Scale("10.3 with B5", (2, 2), mate_test=MateTest.NONE, on_claim_only=True)
_BLITZ_1997 = Scale("C3 with C4", (), Window.REPLY, MateTest.MATING_POTENTIAL, on_claim_only=True)
_1997 = Tariff(
    year="1997",
    counted=_NOT_AS_ARTICLE_3_SAYS,  # A pawn left on the last rank is a position to be restored (Art. 7.4).
    discretion="13.4",
    standard=Scale("13.4", None),
    quickplay=_QUICKPLAY_1997,
    rapid_adequate=_RAPID_1997,
    rapid_basic=_RAPID_1997,
    blitz_adequate=_BLITZ_1997,
    blitz_basic=_BLITZ_1997,
)

_STANDARD_2014 = Scale("7.5(b)", (2,))
_2014 = Tariff(
    year="2014",
    counted=_NOT_AS_ARTICLE_3_SAYS | {Irregularity.PROMOTION_MISSING},
    discretion="12.9",
    standard=_STANDARD_2014,
    quickplay=_STANDARD_2014,
    rapid_adequate=Scale("7.5(b) with A.3", (2,)),
    rapid_basic=Scale("A.4(b)", (), Window.REPLY),
    blitz_adequate=Scale("7.5(b) with B.2", (1,)),
    blitz_basic=Scale("A.4(b) with B.4", (), Window.REPLY),
)

_STANDARD_2018 = Scale("7.5.5", (2,))
_2018 = Tariff(
    year="2018",
    counted=frozenset(Irregularity),
    discretion="12.9",
    standard=_STANDARD_2018,
    quickplay=_STANDARD_2018,
    rapid_adequate=Scale("7.5.5 with A.3", (2,)),
    rapid_basic=Scale("A.4.2", (2,), Window.REPLY),
    blitz_adequate=Scale("7.5.5 with B.2", (1,)),
    blitz_basic=Scale("A.4.2 with B.2", (1,), Window.REPLY),  # Some arbiters read two minutes; B.2 says one.
)

_STANDARD_2023 = Scale("7.5.5", (2,))
_2023 = Tariff(
    year="2023",
    counted=frozenset(Irregularity),
    discretion="12.9",
    standard=_STANDARD_2023,
    quickplay=_STANDARD_2023,
    rapid_adequate=Scale("7.5.5 with A.3", (1,)),
    rapid_basic=Scale("A.5.2 with A.3", (1,), Window.REPLY),
    blitz_adequate=Scale("7.5.5 with B.2", (1,)),  # B.2 does not repeat A.3; commonly read so all the same.
    blitz_basic=Scale("A.5.2 with B.3", (1,), Window.REPLY),
)

TARIFFS: Mapping[str, Tariff] = {tariff.year: tariff for tariff in (_1997, _2014, _2018, _2023)}
"""The tariffs by the year of the edition."""
