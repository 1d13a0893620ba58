"""Every command of `hotdice`: where it lives, what it is for, examples. Help and manual are made of this."""

from typing import NamedTuple


class Entry(NamedTuple):
    """One command: its module (the click command is `command` there, or what follows a colon)."""

    module: str
    short: str
    examples: tuple[str, ...]


GROUPS: dict[str, dict[str, Entry]] = {
    "Play": {
        "play": Entry("play_command", "a game in the terminal, with people and bots",
                      ("play", "play marina --players human,greedy,human --names Ann,Rob,Cleo")),
        "daily": Entry("daily_command", "one game a day, the same dice for everybody",
                       ("daily", "daily --show --json",
                        "daily --server http://192.168.1.5:8000/ --name Ann")),
        "join": Entry("join_command", "play on a server, by a link",
                      ("join 'http://192.168.1.5:8000/#join=...'",
                       "join http://192.168.1.5:8000/ --new classic --seats 3 --bot greedy")),
        "munchkin": Entry("munchkin_command", "Munchkin Dice: at a real table, or on screen",
                          ("munchkin play --players human,shrewd,steady",
                           "munchkin companion --players Ann,Bob,Cy")),
        "watch": Entry("watch_command", "one game between bots, move by move",
                       ("watch classic --players greedy,cautious",
                        "watch zilch --players champion,greedy --seed 7 --pause 0")),
    },
    "Keep score": {
        "keep": Entry("keep_command", "the scorekeeper for a table with real dice",
                      ("keep playmonster --names Ann,Ben,Cleo", "keep --resume")),
    },
    "An evening": {
        "evening": Entry("evening_command", "a tournament for people: pairings, results, standings, slips",
                         ("evening new friday.evening Ann Bob Cleo Dan --rounds 3",
                          "evening result friday.evening 1 Ann=10000 Bob=8250")),
    },
    "Learn": {
        "advise": Entry("advise_command", "every choice of a position, best first, with what it costs",
                        ("advise classic --scores 3000,4000 --turn 400 --dice 3",
                         "advise playmonster --roll 114556")),
        "train": Entry("train_command", "positions where people go wrong: you choose, the coach answers",
                       ("train", "train zilch --count 10")),
        "strategy": Entry("strategy_command", "the strategy card of a sheet: when to stop, what to leave",
                          ("strategy kcd", "strategy kcd --html card.html")),
        "me": Entry("me_command", "a page about you: skill, luck, friends, one thing to try",
                    ("me", "me --csv")),
        "review": Entry("review_command", "the coach's report on a recorded game: loss, luck, grade",
                        ("review game.farkle", "review game.farkle --html report.html")),
    },
    "Recorded games": {
        "replay": Entry("replay_command", "step through a recorded game, or export it",
                        ("replay game.farkle", "replay game.farkle --csv > game.csv")),
        "verify": Entry("verify_command", "derive the dice of a recorded game again",
                        ("verify game.farkle", "verify - --json < game.farkle")),
    },
    "Rules": {
        "rules": Entry("rules_command", "the rule sheets: list, show, check a file",
                       ("rules list", "rules show classic --set target=5000")),
        "compare": Entry("compare_command", "what other rules change: length, luck, who gains, when to stop",
                         ("compare kcd --set target=2000", "compare classic house.toml --svg stops.svg")),
        "cards": Entry("cards_command", "the decks of cards: list, show, check a file",
                       ("cards list", "cards show house")),
        "score": Entry("score_command", "every legal keep of a roll",
                       ("score playmonster 144466", "score classic 1 5 5 --json")),
    },
    "Exact numbers": {
        "odds": Entry("odds_command", "exact chances of a roll of 1 to 6 dice",
                      ("odds classic", "odds marina --dice 3 --json")),
        "solve": Entry("solve_command", "the exact solver: turn, race, rounds, solitaire",
                       ("solve classic --goal turn", "solve kcd --goal race --fair",
                        "solve classic --certify classic.npz")),
        "certify": Entry("certify_command", "check a certificate: a solution, confirmed without the solver",
                         ("certify classic.npz", "certify classic.npz --json")),
        "plot": Entry("plot_command", "pictures of what the solver knows",
                      ("plot kcd --out kcd.svg", "plot kcd --kind thresholds --total 1000")),
        "evaluate": Entry("evaluate_command", "how far a bot or a policy of yours is from perfect, exactly",
                          ("evaluate greedy kcd", "evaluate policy.npz classic --svg losses.svg")),
        "task": Entry("task_command", "the frozen tasks of the benchmark: list them, describe one",
                      ("task", "task farkle-1k")),
        "positions": Entry("positions_command", "positions with exact values, as a benchmark",
                           ("positions kcd --n 1000 > kcd.jsonl", "positions classic --n 10 --seed 7")),
    },
    "Bots": {
        "bot": Entry("bot_command", "the bots: list them, write a new one, check one",
                     ("bot list", "bot new my_bot --folder bots")),
        "simulate": Entry("simulate_command", "many games between bots, counted",
                          ("simulate classic --players greedy,threshold:400 --games 1e6",
                           "simulate zilch --players greedy,cautious,thumb --rotate --csv counts.csv")),
        "tournament": Entry("tournament_command", "bots against bots: a folder of programs, a line-up",
                            ("tournament bots", "tournament out --players greedy,cautious --games 10,000")),
    },
    "A server": {
        "serve": Entry("serve_command", "a server for friends, on SQLite or PostgreSQL",
                       ("serve --lan", "serve --db games.db --port 8123")),
        "admin": Entry("admin_command", "look after a server of yours",
                       ("admin --link 'http://127.0.0.1:8000/#admin=...' status", "admin list --json")),
        "backup": Entry("backup_command:backup", "a server's games in one file",
                        ("backup games.hotdice", "backup games.hotdice --db games.db")),
        "restore": Entry("backup_command:restore", "a server's games from a backup",
                         ("restore games.hotdice", "restore games.hotdice --db new.db")),
    },
    "This program": {
        "completion": Entry("completion_command", "completion for bash, zsh or fish",
                            ("completion bash > ~/.local/share/bash-completion/completions/hotdice",
                             "completion fish > ~/.config/fish/completions/hotdice.fish")),
        "man": Entry("man_command", "this program's manual page",
                     ("man | man -l -", "man > ~/.local/share/man/man1/hotdice.1")),
    },
}  # fmt: skip
"""The commands by what somebody wants to do, in the order in which help lists them."""

COMMANDS = {name: entry for group in GROUPS.values() for name, entry in group.items()}
