"""Modules of the page run by Node, without a browser: for what is pure."""

import json
import subprocess
from pathlib import Path
from typing import Any

from scripts.page_build import WEB, node_path

_ESBUILD = "node_modules/.bin/esbuild"


def run_module(folder: Path, script: str, given: Any, *, page: Path = WEB / "src") -> Any:
    """What a script gives back; it imports modules of `web/src`, and `given` is a value that it may use.

    `page` is another folder of sources, for tests that change them.
    """
    entry = folder / "entry.ts"
    entry.write_text(script, encoding="utf-8")
    (folder / "given.json").write_text(json.dumps(given), encoding="utf-8")
    path = {"PATH": node_path(), "NODE_PATH": str(WEB / "node_modules")}
    bundle = folder / "bundle.mjs"
    command = [
        str(WEB / _ESBUILD), str(entry), "--bundle", "--format=esm", "--platform=node", f"--outfile={bundle}",
        f"--alias:page={page}", "--log-level=error",
    ]  # fmt: skip
    subprocess.run(command, check=True, env=path, cwd=WEB)
    runner = (
        f"import {{ answer }} from {json.dumps(str(bundle))};\n"
        "import { readFileSync } from 'node:fs';\n"
        f"const given = JSON.parse(readFileSync({json.dumps(str(folder / 'given.json'))}, 'utf8'));\n"
        "process.stdout.write(JSON.stringify(await answer(given)));\n"
    )
    (folder / "run.mjs").write_text(runner, encoding="utf-8")
    result = subprocess.run(
        ["node", str(folder / "run.mjs")], check=True, env=path, capture_output=True, text=True
    )
    return json.loads(result.stdout)
