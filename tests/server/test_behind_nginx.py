"""The examples of the guide for hosts, really run: nginx with TLS before two processes, and systemd."""

import asyncio
import os
import re
import shutil
import subprocess
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from hotdice.client import HttpClient, ServerRefused
from hotdice.players import make
from server.processes import Pair, Process, free_port
from server.test_owners import begin, emptied  # noqa: F401 - a fixture
from server.test_play import run

GUIDE = Path(__file__).parents[2] / "docs" / "hosting.md"
pytestmark = pytest.mark.nightly


def example(first: str) -> str:
    """The indented block of the guide that begins with a line."""
    text = GUIDE.read_text(encoding="utf-8")
    found = re.search(rf"(?:^    {re.escape(first)}$)(?:\n(?:    .*)?$)*", text, re.MULTILINE)
    assert found, f"{first!r} is not in the guide"
    return textwrap.dedent(found.group())


def certificate(folder: Path) -> tuple[Path, Path]:
    key, pem = folder / "key.pem", folder / "cert.pem"
    words = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    words += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(pem)]
    subprocess.run(words, check=True, capture_output=True)
    return key, pem


@contextmanager
def nginx(folder: Path, port: int, processes: list[Process]) -> Iterator[None]:
    """Debian's nginx with the guide's own lines; only addresses and files are others."""
    key, pem = certificate(folder)
    first, second = (process.port for process in processes)
    lines = example("upstream hotdice {").replace("127.0.0.1:8000", f"127.0.0.1:{first}")
    lines = lines.replace("127.0.0.1:8001", f"127.0.0.1:{second}").replace(
        "listen 443 ssl", f"listen {port} ssl"
    )
    lines = lines.replace("dice.example.org;", "localhost;", 1)
    lines = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", lines)
    lines = re.sub(r"ssl_certificate  .*;", f"ssl_certificate {pem};", lines)
    paths = "".join(
        f"{kind}_temp_path {folder / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"pid {folder / 'pid'};\nerror_log {folder / 'error.log'};\nevents {{}}\n"
        f"http {{\naccess_log {folder / 'access.log'};\n{paths}{lines}}}\n"
    )
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin") or "nginx"
    server = subprocess.Popen(
        [program, "-c", str(config), "-g", "daemon off;"], stderr=subprocess.PIPE, text=True
    )
    try:
        for _ in range(100):
            if (folder / "pid").exists() and (folder / "pid").read_text().strip():
                break
            assert server.poll() is None, server.stderr.read() if server.stderr else ""
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait(20)
        if server.stderr:
            server.stderr.close()


@pytest.mark.skipif(
    not shutil.which("nginx", path="/usr/sbin:/usr/bin"), reason="Debian's nginx is not installed"
)
def test_a_game_over_tls_through_nginx_on_two_processes(
    tmp_path: Path,
    emptied: str,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = free_port()
    url = f"https://localhost:{port}"
    tmp_path.chmod(0o755)
    with ExitStack() as stack:
        more = ("--public-url", url, "--proxy", "127.0.0.1", "--bot-pause", "0")
        processes = [stack.enter_context(Process(emptied, *more, trust=False)) for _ in range(2)]
        stack.enter_context(nginx(tmp_path, port, processes))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        assert HttpClient(url).get("/health") is not None
        pair = Pair(url, rules="kcd")

        async def play() -> None:
            async with pair.seat(0) as ann, pair.seat(1) as bob:
                await begin(ann, bob)
                await asyncio.wait_for(
                    asyncio.gather(ann.play_with(make("greedy")), bob.play_with(make("greedy"))), 300
                )
                assert ann.state().over

        run(play())
        with pytest.raises(ServerRefused) as refused:  # the guide's limit for a body
            HttpClient(url).post("/api/tables", rules="x" * 20_000)
        assert refused.value.status == 413
    served = (tmp_path / "access.log").read_text()
    assert " 101 " in served  # WebSockets went through


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "hotdice.service"
    lines = (
        example("[Unit]")
        .replace("/opt/hotdice/bin/hotdice", "/usr/bin/env")
        .replace("User=hotdice", "User=root")
    )
    unit.write_text(lines)
    good = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert "hotdice.service" not in good.stderr, good.stderr
    unit.write_text(lines.replace("Restart=on-failure", "Restart=whenever-it-likes"))  # the negative control
    bad = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert "whenever-it-likes" in bad.stderr
