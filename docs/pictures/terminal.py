#!/usr/bin/env python3
"""Draws coloured terminal output as SVG: terminal.py COMMAND < OUTPUT > FILE.svg

Knows the escape sequences that clowder writes: reset, bold and bright foreground colours.
"""
import html, re, sys

COLOURS = {"91": "#ff7b72", "92": "#7ee787", "93": "#e3b341", "94": "#79c0ff", "96": "#56d4dd"}
LINE, CHARACTER, MARGIN = 20, 8.4, 16


def spans(line):
    """Yields each piece of a line with its style."""
    bold, colour = False, None
    for text in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not text.startswith("\x1b"):
            if text:
                yield text, bold, colour
            continue
        for code in text[2:-1].split(";"):
            if code == "1":
                bold = True
            elif code in COLOURS:
                colour = COLOURS[code]
            elif code in ("", "0"):
                bold, colour = False, None


lines = [f"\x1b[1m$ {sys.argv[1]}\x1b[0m", *sys.stdin.read().rstrip("\n").split("\n")]
width = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines) * CHARACTER + 2 * MARGIN
height = len(lines) * LINE + 2 * MARGIN
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" role="img">')
print(f"<title>{html.escape(sys.argv[1])}</title>")
print('<rect width="100%" height="100%" rx="8" fill="#161b22"/>')
print('<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3" xml:space="preserve">')
for row, line in enumerate(lines):
    column = 0
    for text, bold, colour in spans(line):
        # The length keeps the columns, whatever font the viewer has.
        style = (' font-weight="bold"' if bold else "") + (f' fill="{colour}"' if colour else "")
        shown = text.strip()
        if shown:
            x = MARGIN + (column + len(text) - len(text.lstrip())) * CHARACTER
            place = f'x="{x:.1f}" y="{MARGIN + row * LINE + 15}" textLength="{len(shown) * CHARACTER:.1f}"'
            print(f"<text {place}{style}>{html.escape(shown)}</text>")
        column += len(text)
print("</g>\n</svg>")
