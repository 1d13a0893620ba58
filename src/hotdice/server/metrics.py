"""Counters for machines: the text that Prometheus reads."""

import os
import sys
import time

from hotdice.server.context import Context


def resident_bytes() -> int:
    """The memory of this process, 0 where the system does not tell."""
    if not sys.platform.startswith("linux"):
        return 0
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def metrics(context: Context, sockets: int) -> str:
    """Every counter, one a line."""
    store = context.store.counters
    usage = os.times()
    values: dict[str, float] = {
        "hotdice_uptime_seconds": time.monotonic() - context.started,
        "hotdice_cpu_seconds_total": usage.user + usage.system,
        "hotdice_resident_bytes": resident_bytes(),
        "hotdice_sockets": sockets,
        "hotdice_tables": context.host.tables,
        "hotdice_store_waiting": context.store.waiting,
        "hotdice_store_commits_total": store.commits,
        "hotdice_store_entries_total": store.entries,
        "hotdice_store_events_total": store.events,
        "hotdice_store_conflicts_total": store.conflicts,
        "hotdice_store_failures_total": store.failures,
    }
    values |= {f"hotdice_commands_{name}_total": value for name, value in context.host.counts.items()}
    names = ("messages", "slow_readers", "foreign_origin", "refused_sockets", "refused_connections",
             "slow_requests", "too_fast", "unavailable",
             "no_entropy", "internal_errors", "command_microseconds",
             "mails_sent", "mails_later", "mails_dropped", "mails_refused", "mails_unsure")  # fmt: skip
    values |= {f"hotdice_{name}_total": context.counts[name] for name in names}
    return "".join(f"{name} {value:.15g}\n" for name, value in values.items())
