"""Whether a side can still checkmate by any possible series of legal moves: yes, no, or unknown, and why.

The ways to answer are tried in this order, the cheap ones first:

1. A board that python-chess does not call valid gets no answer.
2. Mate or stalemate on the board (`deciding`). No game goes on after it.
3. Material (python-chess's table). There is no arrangement of such men that is mate.
4. `blocked`, on the sets of `reach`: without playing a move, squares are found that no man can ever leave or enter.
   The sets are never too small, so a mate that needs more than they hold is impossible.
5. `play_outs`: games in which both sides help. `search`: the most promising positions first. Each only ever finds
   a mate, and its line is played again by `lines` before it is believed.
6. `closure`: all positions that can still arise, the nearest first. When none is left and none was mate, there is no
   mate; left out are only positions for which 3 or 4 have proved that. `search` may run out of positions just so.

The strategies of 5 and 6 take turns that grow and do not depend on the budget. When that ends first, the answer is
unknown: running out of nodes or time proves nothing. For Black everything is asked on the mirrored board, so that there
is but one side to reason about.
"""

from bridge.rules.endings.mate.answer import Answer, Method, Verdict
from bridge.rules.endings.mate.deciding import BUDGET, can_mate, is_dead

__all__ = ["BUDGET", "Answer", "Method", "Verdict", "can_mate", "is_dead"]
