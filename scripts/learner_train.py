"""A learner in PyTorch: `python -m scripts.learner_train [--rules NAME] [--set KEY=VALUE] [--seconds N] ...`.

One network says how often whoever rolls wins, from what a choice leaves (`hotdice.odds.scored_play.COLUMNS`).
What a stop is worth follows from what it says of the other player's turn, so it needs nothing else, and the
file that is written (`--out`, an .npz) can be evaluated exactly: `hotdice evaluate FILE RULES`.

It learns from starts of turns that are drawn, and thinks each turn through: from what its slowly following
copy says of the turns that may come next follows what every roll of this one is worth, over all ways the dice
can fall, and towards that the network moves (fitted value iteration, a turn a step). Starts are drawn from
the end of the game first: what is near the end is learned before what depends on it. No table of the solver
is read. It runs on a GPU where there is one. `--export FILE` writes the race as arrays and ends; with
`--race FILE` they are read instead of a rule set, and Hotdice need not be installed.
"""

import argparse
import time
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from scripts.learner_game import RaceArrays, race_arrays

Tensor = Any
OFTEN = 12
"""How many places of each turn the network is shown."""
FEW = 5
ROWS = 8192
"""How many places the network learns from in one step."""


class Starts(NamedTuple):
    """Starts of turns, in steps: totals, who is on the board, 1 where it is a last turn."""

    own: Tensor
    other: Tensor
    opened: Tensor
    other_opened: Tensor
    last: Tensor


class Rows:
    """What the network is told of a place, as `columns` names it."""

    def __init__(self, race: RaceArrays, device: str) -> None:
        self.device, self.scale = device, race.step / race.goal
        names = [str(name) for name in race.columns]
        self.width = len(names)
        self.own, self.other, self.turn, self.one, self.opened, self.other_opened, self.last = (
            names.index(name) for name in ("own", "other", "turn", "one", "own_open", "other_open", "last")
        )

    def __call__(self, starts: Starts, turn: Tensor, left: Tensor) -> Tensor:
        """The inputs; `turn` is in steps, `left` the number of dice less one."""
        x = torch.zeros((*starts.own.shape, self.width), device=self.device)
        x[..., self.own], x[..., self.other] = starts.own * self.scale, starts.other * self.scale
        x[..., self.turn], x[..., self.last] = turn * self.scale, starts.last
        x[..., self.opened], x[..., self.other_opened] = starts.opened, starts.other_opened
        return x.scatter_(-1, (self.one + left)[..., None], 1.0)


class Stretch(torch.nn.Module):  # type: ignore[misc]
    """Makes what changes little larger, so that small differences are learned soon; `save` folds it in."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        by = torch.ones(rows.width)
        by[[rows.own, rows.other]], by[rows.turn] = 4.0, 12.0
        self.register_buffer("by", by)

    def forward(self, x: Tensor) -> Tensor:
        """The inputs, stretched."""
        return x * self.by


class Learner:
    """The network, its following copy, and what they are taught."""

    def __init__(self, race: RaceArrays, device: str, width: int, layers: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.race, self.device, self.rows = race, device, Rows(race, device)
        sizes = [self.rows.width, *[width] * layers, 1]
        parts: list[Any] = [Stretch(self.rows)]
        for at in range(len(sizes) - 1):
            parts += [torch.nn.Linear(sizes[at], sizes[at + 1]), torch.nn.ReLU()]
        self.net = torch.nn.Sequential(*parts[:-1]).to(device)
        self.copy = deepcopy(self.net)
        order = np.argsort(race.ways, kind="stable")  # rolls with few ways by themselves: less to look up
        leads, few = (race.points * race.dice + race.left)[order], int((race.ways <= FEW).sum())
        self.leads = [torch.tensor(part, device=device) for part in (leads[:few, :FEW], leads[few:])]
        self.weights = torch.tensor(race.weights[:, order], dtype=torch.float32, device=device)
        self.farkle = torch.tensor(race.farkle, dtype=torch.float32, device=device)[:, None]

    def _uniform(self, count: int) -> Tensor:
        return torch.rand(count, device=self.device)

    def draw(self, count: int, frontier: float) -> Starts:
        """Starts of turns; `frontier` is the share of the way to the target that both have at least.

        Half of them are of two who are about level, as most turns of a game are.
        """
        race, top = self.race, self.race.target
        floor = frontier * top
        own = self._uniform(count) * (top - floor) + floor
        low = (2 * floor - own).clamp(min=0)
        other = low + self._uniform(count) * (top - low)  # one near the end, the other anywhere
        near = own + torch.randn(count, device=self.device) * 0.15 * top
        other = torch.where(self._uniform(count) < 0.5, near, other)
        swap = self._uniform(count) < 0.5
        own, other = torch.where(swap, other, own), torch.where(swap, own, other)
        own, other = (x.clamp(0, top - 1).long() for x in (own, other))
        opened, other_opened, last = torch.ones_like(own), torch.ones_like(own), torch.zeros_like(own)
        if race.opening:
            own, other = (torch.where(x < race.opening, 0, x) for x in (own, other))
            opened, other_opened = (own > 0).long(), (other > 0).long()
        if race.waits:
            last = (self._uniform(count) < 0.15).long()
            behind = (self._uniform(count) ** 2 * (top + race.beyond)).long()
            leader = behind.clamp(min=top)
            other, own = torch.where(last == 1, leader, other), torch.where(last == 1, leader - behind, own)
            other_opened = torch.where(last == 1, 1, other_opened)
            if race.opening:
                opened = torch.where(last == 1, (self._uniform(count) >= 0.1).long(), opened)
        return Starts(own, other, opened, other_opened, last)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def chances(self, starts: Starts) -> Tensor:
        """How often whoever begins these turns wins, by the copy."""
        fresh = torch.zeros_like(starts.own)
        x = self.rows(starts, fresh, fresh + self.race.dice - 1)
        return torch.sigmoid(self.copy(x)[..., 0])

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def stops(self, starts: Starts, totals: int) -> Tensor:
        """What stops are worth as [turn total, start]; below everything where the rules refuse them."""
        race = self.race
        turn = torch.arange(totals, device=self.device)[:, None]
        own, other, opened, other_opened, last = (x[None, :].expand(totals, -1) for x in starts)
        row = own + turn
        reached = (row >= race.target).long() if race.waits else torch.zeros_like(row)
        leader = (row - other).clamp(min=race.target)
        theirs = torch.where(reached == 1, leader - (row - other), other)
        mine = torch.where(reached == 1, leader, row.clamp(max=race.target - 1))
        value = 1.0 - self.chances(Starts(theirs, mine, other_opened, torch.ones_like(row), reached))
        if not race.waits:
            value = torch.where(row >= race.target, 1.0, value)
        level = torch.where(row == other, race.tie, (row > other).float())
        value = torch.where(last == 1, level, value)
        return torch.where((turn < 1) | ((opened == 0) & (turn < race.opening)), -1.0, value)

    def ends(self, starts: Starts) -> Tensor:
        """The turn totals from which on nobody goes on."""
        race = self.race
        missing = torch.where(starts.last == 1, starts.other - starts.own, race.target - starts.own)
        return missing.clamp(min=race.opening) + torch.where(starts.last == 1, 2, race.beyond)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def turns(self, starts: Starts) -> Tensor:
        """What rolling is worth as [turn total, dice - 1, start], from the copy's word on next turns."""
        race, ends = self.race, self.ends(starts)
        totals = int(ends.max())
        bank = self.stops(starts, totals + race.most + 1)
        over = Starts(starts.other, starts.own, starts.other_opened, starts.opened, starts.last)
        lost = torch.where(starts.last == 1, 0.0, 1.0 - self.chances(over))
        base = self.farkle * lost[None, :]
        best = bank.clamp(min=0.0)[:, None, :].repeat(1, race.dice, 1)
        every, roll = best.view(-1, len(lost)), torch.empty_like(best[:totals])
        for total in range(totals - 1, -1, -1):
            after = every[total * race.dice :]
            led = [after.index_select(0, x.view(-1)).view(*x.shape, -1).amax(dim=1) for x in self.leads]
            worth = torch.addmm(base, self.weights, torch.cat(led))
            roll[total] = worth
            best[total] = torch.where(total >= ends, best[total], torch.maximum(worth, bank[total]))
        return roll

    def lesson(self, count: int, frontier: float) -> tuple[Tensor, Tensor]:
        """Places of so many turns, and what rolling is worth there."""
        race, starts = self.race, self.draw(count, frontier)
        roll = self.turns(starts)
        left = torch.randint(race.dice, (count, OFTEN), device=self.device)
        far = self.ends(starts).clamp(max=race.target // 2 + race.beyond)[:, None]
        turn = (torch.rand((count, OFTEN), device=self.device) ** 2.5 * far).long()
        turn[:, :2], left[:, :2] = 0, race.dice - 1  # a turn begins with all dice, and much hangs on it
        turn = torch.where(left == race.dice - 1, turn, torch.minimum(turn.clamp(min=1), far - 1))
        goals = roll[turn, left, torch.arange(count, device=self.device)[:, None]]
        shown = Starts(*(x[:, None].expand(count, OFTEN) for x in starts))
        return self.rows(shown, turn, left).view(-1, self.rows.width), goals.reshape(-1).clamp(0.0, 1.0)

    def learn(self, seconds: float, batch: int, rate: float, report: float, marks: dict[float, Path]) -> None:
        """Learn for so long, from so many turns a step; what is said on the way is the mean error.

        After so many seconds each what it has learned so far is written into the files of `marks`.
        """
        waiting = sorted(marks)
        optimizer = torch.optim.Adam(self.net.parameters(), lr=rate)
        began = told = time.monotonic()
        lessons = steps = 0
        while (done := (time.monotonic() - began) / seconds) < 1:
            for group in optimizer.param_groups:
                group["lr"] = rate * max(0.01, min(1.0, 1.6 * (1 - done))) ** 1.5
            frontier = max(0.0, 0.97 - done / 0.3)
            x, goals = self.lesson(batch, frontier * 0.5 if lessons % 4 == 0 else frontier)
            for some, these in zip(x.split(ROWS), goals.split(ROWS), strict=True):
                found = self.net(some)[:, 0]
                loss = torch.nn.functional.binary_cross_entropy_with_logits(found, these)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                self.follow(0.9 if done < 0.6 else 0.98)
                steps += 1
            lessons += 1
            while waiting and time.monotonic() - began >= waiting[0]:
                self.save(marks[waiting.pop(0)])
            if time.monotonic() - told > report:
                told = time.monotonic()
                error = float((torch.sigmoid(found.detach()) - these).abs().mean())
                print(f"{told - began:7.1f} s  step {steps:7,}  mean error {error:.5f}", flush=True)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def follow(self, keeps: float) -> None:
        """Move the copy towards the network; it keeps so much of what it was."""
        for slow, quick in zip(self.copy.parameters(), self.net.parameters(), strict=True):
            slow.lerp_(quick, 1 - keeps)

    def save(self, path: Path) -> None:
        """Write the following copy as a policy of chances."""
        layers = [part for part in self.copy if isinstance(part, torch.nn.Linear)]
        arrays: dict[str, Any] = {"chances": np.array(1)}
        for at, layer in enumerate(layers):
            weight = layer.weight.detach() * (self.copy[0].by if at == 0 else 1.0)
            arrays[f"w{at}"] = weight.cpu().numpy().T.astype(np.float32)
            arrays[f"b{at}"] = layer.bias.detach().cpu().numpy().astype(np.float32)
        np.savez_compressed(path, **arrays)


def race_of(given: argparse.Namespace) -> RaceArrays:
    """The race that was asked for."""
    if given.race is not None:
        return RaceArrays.read(given.race)
    from hotdice.rules import load

    return race_arrays(load(given.rules, given.settings))


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description="Train a policy that `hotdice evaluate` measures exactly.")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--set", dest="settings", action="append", default=[])
    parser.add_argument("--export", type=Path, help="write the race as arrays, and learn nothing")
    parser.add_argument("--race", type=Path, help="learn the race of a file that --export wrote")
    parser.add_argument("--seconds", type=float, default=1100.0)
    parser.add_argument("--batch", type=int, default=0, help="turns a step; 0: what suits the machine")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=float, default=10.0)
    parser.add_argument("--out", type=Path, default=Path("build/learner.npz"))
    parser.add_argument(
        "--mark",
        type=float,
        action="append",
        default=[],
        metavar="SECONDS",
        help="write what it is after so many seconds, too: OUT with them in its name",
    )
    given = parser.parse_args()
    race = race_of(given)
    if given.export is not None:
        race.save(given.export)
        return
    device = "cuda" if torch.cuda.is_available() else "cpu"
    learner = Learner(race, device, given.width, given.layers, given.seed)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    marks = {mark: given.out.with_stem(f"{given.out.stem}-{mark:g}") for mark in given.mark}
    batch = given.batch or (4096 if device == "cuda" else 64)
    learner.learn(given.seconds, batch, given.rate, given.report, marks)
    learner.save(given.out)
    print(f"{device}: {given.out}")


if __name__ == "__main__":
    main()
