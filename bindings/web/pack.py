#!/usr/bin/env python3
"""Puts the page together: pack.py MODULE OUT. Everything is inside the file, and the content security policy allows nothing else."""

import base64
import hashlib
import re
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).parent
SCRIPTS = ["engine", "places", "editor", "check", "table", "games", "tilings", "main"]
# The largest allowed size of the page in bytes.
LARGEST = 1_000_000


def text(name):
    return (HERE / "page" / name).read_text(encoding="utf-8")


def hash_of(content):
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() + "'"


def main(module, out):
    script = '"use strict";\n{\n' + "\n".join(text(f"{name}.js") for name in SCRIPTS) + "}\n"
    style, start = text("style.css"), text("start.js")
    policy = [
        "default-src 'none'", f"script-src {hash_of(start)} {hash_of(script)} 'wasm-unsafe-eval'", f"style-src {hash_of(style)}",
        "img-src data:", "worker-src blob:", "base-uri 'none'", "form-action 'none'",
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    compressed = packer.compress(Path(module).read_bytes()) + packer.flush()
    version = re.search(r'^version = "(.*)"', (HERE / "../../Cargo.toml").read_text(), re.MULTILINE)[1]
    fields = {
        "policy": "; ".join(policy), "style": style, "start": start, "script": script, "worker": text("worker.js"),
        "version": version,
        "module": base64.b64encode(compressed).decode(),
    }
    for name in ("start", "script", "worker"):
        assert "</script" not in fields[name].lower(), f"{name} would end its own element"
    page = re.sub(r"\{(%s)\}" % "|".join(fields), lambda field: fields[field[1]], text("index.html"))
    Path(out).write_text(page, encoding="utf-8")
    size = len(page.encode())
    print(f"{out}: {size:,} bytes, of which the module is {len(fields['module']):,}")
    if size > LARGEST:
        sys.exit(f"the page is larger than {LARGEST:,} bytes")


main(*sys.argv[1:])
