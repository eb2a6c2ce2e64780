#!/usr/bin/env python3
"""Drives the page in Chromium, mostly with the keyboard: page.py PAGE [PROGRAM] [-k WORD] [--measure]

PROGRAM is the clowder whose answers the page must give. Without Chromium, the tests are skipped, loudly."""

import functools
import http.server
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import quote, unquote

from browser import Browser

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings"))
from questions import line, questions  # noqa: E402

CASES = ROOT / "tests/cases"
CHALLENGE = "LNSNLASAF000300060012001506030903C000093030341203R11215"
STATE = json.dumps([
    "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgBgg\nfffybpbry\nbbggrgyry\nygrpybpby\nprpgbybyr\nbgyryywwW\nyrbpgrwow\nrgybpywww\n",
    "AabcdBCgDadh", "AfhkBCbDcg", "G0105", "abdfgjkmnpqrtuvwyzACDE",
], separators=(",", ":"))
CTRL = 2
TEXT = "document.getElementById('text-area')"
VERDICT = "document.getElementById('verdict').innerText"


def cases(name):
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").split("\n") if line]


class Page(Browser):
    def fresh(self, fragment=""):
        self.open(self.address, fragment)

    def settled(self, text=None):
        """Waits until the string in the editor has been answered."""
        wanted = f"{TEXT}.value" if text is None else json.dumps(text)
        self.wait(f"clowder.answered === {wanted}")

    def paste(self, text):
        """Replaces the string with another one, as Ctrl+A and Ctrl+V do."""
        self.evaluate(f"{TEXT}.focus(); clowder.answered = undefined")
        self.press("a", CTRL)
        self.evaluate(f"{TEXT}.select()")
        if text == "":
            self.press("Delete")
            self.evaluate(f"{TEXT}.dispatchEvent(new Event('input'))")
        else:
            self.command("Input.insertText", text=text)
        self.settled()

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")

    def value(self, identifier):
        return self.evaluate(f"document.getElementById('{identifier}').value")

    def focus(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")

    def tab_to(self, identifier, most=40):
        """Presses Tab until an element has the focus."""
        for _ in range(most):
            self.press("Tab")
            if self.evaluate("document.activeElement.id") == identifier:
                return
        raise AssertionError(f"Tab does not reach #{identifier}")

    def lit(self):
        """The part of the string that is lit, and the number of lit places in the picture."""
        return self.evaluate("[[...document.querySelectorAll('#marks .lit')].map(it => it.textContent).join(''),"
                             "document.querySelectorAll('#picture .lit').length]")

    def choose(self, identifier, value):
        self.evaluate(f"(() => {{ const it = document.getElementById('{identifier}'); it.value = {json.dumps(value)};"
                      "it.dispatchEvent(new Event('change')); })()")

    def files(self, path):
        document = self.command("DOM.getDocument")
        node = self.command("DOM.querySelector", nodeId=document["root"]["nodeId"], selector="#file")
        self.command("DOM.setFileInputFiles", files=[str(path)], nodeId=node["nodeId"])

    def drop(self, path):
        """Drops a file into the middle of the page."""
        data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.command("Input.dispatchDragEvent", type=kind, x=400, y=300, data=data)


def equal(found, expected, about=""):
    assert found == expected, f"{about}: expected {expected!r}, found {found!r}"


def holds(text, *wanted):
    for part in wanted:
        assert text is not None and part in text, f"expected {part!r} in {text!r}"


# The tests. Each begins with a fresh page.


def right_strings_of_every_kind(page):
    kinds = page.evaluate("clowder.ask({do: 'start'})")["kinds"]
    equal(len(kinds), 24)
    for kind in kinds:
        page.choose("kind", kind["name"])
        page.paste(kind["example"])
        holds(page.evaluate(VERDICT), "Valid", kind["name"])
        assert page.evaluate("document.querySelectorAll('#picture svg, #grid [data-at]').length") > 0, kind["name"]
        assert page.evaluate("document.querySelectorAll('#part-list li').length") > 0, kind["name"]


def the_kind_is_found(page):
    for text, kind in [(CHALLENGE, "challenge"), ("20113123", "penguins-challenge"), ("A3B1D2", "draw"), ("6x10", "region"),
                       ("Ab1208S", "action"), ('{"move":4,"messageID":"c4d6b62e-a8f0-437a-abf5-d43c31176378"}', "bot-reply")]:
        page.paste(text)
        holds(page.evaluate(VERDICT), "Valid", kind)


WRONG = [
    ("challenge", "LNSELASAF00030006C00009R11215", "a small island cannot be turned `E` or `W`; its rotation must be `N`, `S` or `A`"),
    ("board", "bbX\nbbb\n", "`X` is not a square"),
    ("decks", "AzBCD", "there is no card `z`; the cards of a deck are `a` to `y`"),
    ("hand", "AzBCD", "there is no card `z`; the cards of a deck are `a` to `y`"),
    ("fire-bag", "aa", "tile `a` is listed twice"),
    ("action", "A", "the card (a to y) is missing at the end"),
    ("state", "{}", "a state must be a JSON array of five strings"),
    ("pathway-card", "h", "a pathway card has 10 characters (its name and nine squares); found 1"),
    ("fire-tile", "c", "the tile has no squares; it must have at least 1"),
    ("raft-record", "[]", "a game must be an object"),
    ("penguins-challenge", "2", "this penguin must have two digits (column, row); found 1 digit"),
    ("penguins-placement", "A", "block A must have three digits (column, row, rotation); found 0 digits"),
    ("penguins-solution", "A321C031D222", "block B is missing; a solution has all four blocks"),
    ("penguins-state", "20113123A321", "the colon between the penguins and the blocks is missing"),
    ("polyomino", "Q", "`Q` is not the name of a pentomino"),
    ("region", "..?\n.G.", "`?` is not a square `.`, a hole `#` or the letter of a piece"),
    ("bot-reply", "   ", "the JSON text ends too early; expected a JSON value"),
]


def wrong_strings_of_every_domain(page):
    for kind, text, message in WRONG:
        page.choose("kind", kind)
        page.paste(text)
        holds(page.text("#errors"), message)
        holds(page.evaluate(VERDICT), "Not valid", kind)


def errors_are_underlined_where_they_are(page):
    page.paste("LNSNF0003C00104R112O3")
    holds(page.evaluate(VERDICT), "Not valid: 2 errors", "challenge")
    equal(page.evaluate("[...document.querySelectorAll('#marks .error')].map(it => it.textContent).join('')"), "00104O")
    holds(page.text("#errors"), "the cat card at (1, 4) overlaps the fire card at (0, 3)", "^^^^^", "`O` is not a digit")
    equal(page.evaluate("document.querySelectorAll('#picture [data-error]').length > 1"), True)


def pasted_from_java(page):
    pasted = [case for case in cases("pasted.jsonl") if "java" in case["category"] and case["meant"]]
    assert len(pasted) > 5, len(pasted)
    for case in pasted:
        page.choose("kind", case["kind"])
        page.paste(case["text"])
        holds(page.evaluate(VERDICT), "Not valid")
        assert page.evaluate("document.getElementById('repair') !== null"), case
        page.focus("#repair")
        page.press("Enter")
        page.wait(f"{TEXT}.value !== {json.dumps(case['text'])}")
        page.settled()
        equal(page.evaluate(f"{TEXT}.value"), case["meant"], case["text"])


def the_keyboard_repairs_a_string(page):
    page.paste("'A3B1D2'")
    page.tab_to("repair")
    page.press("Enter")
    page.wait(f"{TEXT}.value === 'A3B1D2'")
    page.settled()
    holds(page.evaluate(VERDICT), "Valid")
    page.evaluate(f"{TEXT}.focus()")
    page.press("z", CTRL)
    page.wait(TEXT + """.value === "'A3B1D2'" """)


def a_suggestion_is_a_button(page):
    page.paste("LNSNF0003C00104R112O3")
    holds(page.text(".fix"), "Did you mean", "Replace O with 0")
    page.focus(".fix")
    page.press("Enter")
    page.wait(f"{TEXT}.value === 'LNSNF0003C00104R11203'")
    page.settled()
    holds(page.evaluate(VERDICT), "Not valid: 1 error")


def a_fix_in_a_part_of_a_state(page):
    state = json.loads(next(kind["example"] for kind in page.evaluate("clowder.ask({do: 'start'})")["kinds"] if kind["name"] == "state"))
    right = json.dumps(state, separators=(",", ":"))
    state[2] = "BCDAfhk" if state[2] != "BCDAfhk" else "BAC"
    state[4] = state[4][::-1]
    page.paste(json.dumps(state, separators=(",", ":")))
    errors = page.evaluate("[...document.querySelectorAll('#marks .error, #marks .warning')].map(it => it.textContent)")
    assert errors and all(error in json.dumps(state, separators=(",", ":")) for error in errors), errors
    assert page.evaluate("document.querySelector('.fix, #repair, #canonical') !== null"), right


def the_canonical_string(page):
    page.paste("B1A3D2")
    holds(page.evaluate(VERDICT), "Only the order or the spelling is wrong")
    page.evaluate("(document.getElementById('canonical') ?? document.getElementById('repair')).focus()")
    page.press("Enter")
    page.wait(f"{TEXT}.value === 'A3B1D2'")


def parts_light_their_squares(page):
    page.paste(CHALLENGE)
    rows = page.evaluate("[...document.querySelectorAll('#part-list button')].map(it => it.innerText)")
    index = next(at for at, row in enumerate(rows) if "30303" in row)
    page.evaluate(f"document.querySelectorAll('#part-list button')[{index}].focus()")
    text, squares = page.lit()
    # The nine squares of the card and its frame.
    equal((text, squares), ("30303", 10))
    holds(page.text("#told"), "cat card 3 (green cat)")


def the_caret_lights_squares(page):
    page.paste("20113123")
    page.evaluate(f"{TEXT}.focus(); {TEXT}.setSelectionRange(0, 0)")
    page.press("Home")
    for expected in ("20", "20", "11"):
        page.wait(f"[...document.querySelectorAll('#marks .lit')].map(it => it.textContent).join('') === '{expected}'")
        equal(page.lit(), [expected, 1])
        page.press("ArrowRight")


def squares_light_the_string(page):
    page.paste("20113123")
    page.tab_to("picture")
    page.press("ArrowRight")
    equal(page.lit()[1], 1)
    seen = {page.lit()[0]}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.press(key)
        seen.add(page.lit()[0])
    equal(seen, {"20", "11", "31", "23"})


def the_mouse_lights_both_ways(page):
    board = next(kind["example"] for kind in page.evaluate("clowder.ask({do: 'start'})")["kinds"] if kind["name"] == "board")
    page.paste(board)
    square = "document.querySelectorAll('#picture .place')[30]"
    page.mouse("mouseMoved", *page.middle(square))
    text, squares = page.lit()
    equal((len(text), squares), (1, 1))
    page.mouse("mouseMoved", *page.middle("document.querySelectorAll('#marks span')[2]"))
    equal(page.lit()[1], 1)


def a_text_of_several_kinds(page):
    page.paste("ABCD")
    holds(page.evaluate(VERDICT), "The kind is not clear", "Read as hand")
    page.evaluate("[...document.querySelectorAll('#verdict button')].find(it => it.innerText === 'Read as hand').focus()")
    page.press("Enter")
    page.wait(f"{VERDICT}.includes('Valid')")
    equal(page.value("kind"), "hand")


def two_strings_are_compared(page):
    page.paste("A3C3")
    page.focus("#compare-open")
    page.press("Enter")
    equal(page.evaluate("document.activeElement.id"), "expected")
    page.command("Input.insertText", text="A3B3")
    page.wait("document.getElementById('differences').innerText.includes('1 difference')")
    holds(page.text("#differences"), "expected B", "found C")
    page.wait("decodeURIComponent(location.hash).includes('expected=A3B3')")


def the_address_holds_the_string(page):
    page.paste("A3B1D2")
    page.wait("location.hash.includes('A3B1D2')")
    hash_of_kind = f"#kind=hand&text={quote('ABCD')}"
    page.fresh(hash_of_kind)
    page.settled("ABCD")
    holds(page.evaluate(VERDICT), "Valid", "hand")
    text = "bbX/ü\n+%"
    page.evaluate("location.hash = " + json.dumps("#text=" + quote(text)))
    page.wait(f"{TEXT}.value === {json.dumps(text)}")
    page.fresh("#text=%zz&kind=nothing")
    equal(page.value("kind"), "")


def a_file_of_a_thousand_lines(page):
    lines = ["A3B1D2"] * 1000
    for at in (6, 499, 999):
        lines[at] = "A3B1D9"
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "ü draws.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        page.choose("kind", "draw")
        page.files(path)
        page.wait("document.getElementById('table-summary').innerText.startsWith('1,000 lines')")
    equal(page.text("#table-summary"), "1,000 lines: 3 not valid")
    rows = page.evaluate("[...document.querySelectorAll('#rows tr')].slice(0, 4).map(it => [...it.children].slice(0, 2).map(it => it.innerText))")
    equal(rows, [["7", "not valid"], ["500", "not valid"], ["1000", "not valid"], ["1", "valid"]])
    page.focus("#rows button")
    page.press("Enter")
    page.wait(f"{TEXT}.value === 'A3B1D9'")
    page.settled()
    holds(page.evaluate(VERDICT), "Not valid")


def a_file_of_json_lines(page):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "strings.jsonl"
        path.write_text('{"kind":"hand","input":"ABCD"}\n"20113123"\n{"input":"B1A3D2"}\n', encoding="utf-8")
        page.drop(path)
        page.wait("document.getElementById('table-summary').innerText.startsWith('3 lines')")
    rows = page.evaluate("[...document.querySelectorAll('#rows tr')].map(it => [...it.children].slice(0, 3).map(it => it.innerText))")
    equal(rows, [["3", "not valid", "draw"], ["1", "valid", "hand"], ["2", "valid", "penguins-challenge"]])


def a_file_with_windows_line_breaks(page):
    board = next(kind["example"] for kind in page.evaluate("clowder.ask({do: 'start'})")["kinds"] if kind["name"] == "board")
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "board.txt"
        path.write_bytes(board.replace("\n", "\r\n").encode())
        page.files(path)
        page.wait(f"{VERDICT}.includes('Not valid')")
    holds(page.text("#errors"), "text/")
    page.focus("#repair")
    page.press("Enter")
    page.wait(f"{VERDICT}.includes('Valid')")


def a_state_is_played(page):
    page.fresh("#text=" + quote(CHALLENGE))
    page.settled(CHALLENGE)
    page.tab_to("begin-game")
    page.press("Enter")
    page.wait("document.getElementById('raft-outcome').innerText.includes('draw six cards')")
    page.focus("#raft-move")
    page.press("Enter")
    page.wait("document.getElementById('raft-outcome').innerText.includes('place a card or move a cat')")
    groups = page.evaluate("[...document.getElementById('raft-of').options].map(it => it.value)")
    assert any(len(group) == 2 for group in groups), groups
    page.choose("raft-of", next(group for group in groups if len(group) == 2))
    equal(page.evaluate("document.querySelectorAll('#picture .move').length"), 9)
    page.focus("#raft-move")
    page.press("ArrowDown")
    page.press("Enter")
    page.wait("document.getElementById('raft-outcome').innerText.includes('place the fire tile')")
    page.focus("#raft-move")
    page.press("Enter")
    page.wait("document.getElementById('raft-log').children.length === 3")
    before = page.evaluate(f"{TEXT}.value")
    page.focus("#raft-undo")
    page.press("Enter")
    page.wait(f"{TEXT}.value !== {json.dumps(before)}")
    page.wait("document.getElementById('raft-outcome').innerText.includes('place the fire tile')")


def a_move_is_suggested_and_clicked(page):
    page.paste(STATE)
    page.wait("document.getElementById('raft-of').options.length > 0")
    page.focus("#raft-suggest")
    page.press("Enter")
    page.wait("document.getElementById('raft-advice').innerText.includes('because')")
    move = page.evaluate("document.getElementById('raft-move').value")
    holds(page.text("#raft-advice"), move)
    moves = page.evaluate("clowder.ask({do: 'moves', state: " + json.dumps(STATE) + ", tile: null})")["moves"]
    cat = next(move for move in moves if len(move["of"]) > 2)
    square = ",".join(map(str, cat["squares"][0]))
    page.click(f"document.querySelector('#picture [data-square=\"{square}\"]')")
    holds(page.text("#raft-count"), f"({square.replace(',', ', ')})")
    equal(page.value("raft-of"), cat["of"])


def a_pool_is_solved(page):
    page.paste("20113123")
    page.wait("document.getElementById('penguins-count').innerText.includes('1 solution')")
    page.tab_to("penguins-hint")
    page.press("Enter")
    holds(page.text("#penguins-answer"), "Place ")
    for _ in range(4):
        page.focus("#penguins-hint")
        page.press("Enter")
        before = page.evaluate(f"{TEXT}.value")
        page.focus("#penguins-answer button")
        page.press("Enter")
        page.wait(f"{TEXT}.value !== {json.dumps(before)}")
        page.wait("document.getElementById('penguins-answer').innerText === ''")
    equal(page.evaluate(f"{TEXT}.value"), "20113123:A321B104C031D222")
    page.fresh("#text=20113123")
    page.wait("!document.getElementById('penguins-solve').disabled && document.getElementById('penguins-count').innerText !== ''")
    page.focus("#penguins-solve")
    page.press("Enter")
    holds(page.text("#penguins-answer"), "A321B104C031D222")


def a_region_is_drawn_and_tiled(page):
    page.paste("5x4")
    page.wait("document.querySelectorAll('#grid [data-at]').length === 20")
    cell = "document.querySelector('#grid [data-at=\"{}\"]')"
    # The mouse draws a line of holes.
    x, y = page.middle(cell.format("0,0"))
    page.mouse("mousePressed", x, y, 1)
    page.mouse("mouseMoved", *page.middle(cell.format("0,1")), 1)
    end = page.middle(cell.format("0,2"))
    page.mouse("mouseMoved", *end, 1)
    page.mouse("mouseReleased", *end)
    page.wait(f"{TEXT}.value === '###.\\n....\\n....\\n....\\n....'")
    page.settled()
    # The keyboard takes one of them back, and makes others.
    page.evaluate(cell.format("0,0") + ".focus()")
    page.press(" ")
    page.wait(f"{TEXT}.value.startsWith('.##.')")
    page.settled()
    for key in ("ArrowRight", " ", "ArrowRight", " "):
        page.press(key)
        page.settled()
    page.wait(f"{TEXT}.value === '5x4'")
    page.choose("pieces", "XX*")
    page.focus("#tilings-count")
    page.press("Enter")
    page.wait("document.getElementById('tilings-told').innerText.includes('95 in all')")
    page.focus("#tilings-find")
    page.press("Enter")
    page.wait("document.getElementById('tilings-told').innerText.includes('not listed')")
    found = int(page.evaluate("document.getElementById('tiling').max"))
    holds(page.text("#tilings-told"), f"{found} tilings")
    first = page.text("#grid")
    looks = page.evaluate("document.getElementById('grid').innerHTML")
    page.focus("#tiling-next")
    page.press("Enter")
    equal(page.text("#tiling-shown"), f"2 / {found}")
    assert page.evaluate("document.getElementById('grid').innerHTML") != looks, first


def pentominoes_are_counted(page):
    page.paste("3x20")
    page.wait("!document.getElementById('tilings').hidden")
    page.focus("#tilings-count")
    page.press("Enter")
    page.wait("document.getElementById('tilings-told').innerText.includes('in all')")
    equal(page.text("#tilings-told"), "2 distinct tilings, 8 in all.")
    page.choose("pieces", "FI")
    page.focus("#tilings-find")
    page.press("Enter")
    page.wait("document.getElementById('tilings-told').innerText.startsWith('No tiling')")


def a_long_search_is_stopped(page):
    page.paste("8x15")
    page.wait("!document.getElementById('tilings').hidden")
    page.choose("pieces", "pentominoes,pentominoes")
    page.choose("pieces", "FILNPTUVWXYZ*2")
    page.choose("pieces", "F*2,I*2,L*2,N*2,P*2,T*2,U*2,V*2,W*2,X*2,Y*2,Z*2")
    page.focus("#tilings-count")
    page.press("Enter")
    page.wait("!document.getElementById('tilings-progress').hidden")
    # The page answers other questions meanwhile.
    holds(json.dumps(page.evaluate("clowder.ask({do: 'check', text: 'A3B3'})")), '"ok": true')
    page.focus("#tilings-stop")
    page.press("Enter")
    page.wait("document.getElementById('tilings-progress').hidden && document.getElementById('tilings-told').innerText.includes('stopped')")


def games_are_replayed(page):
    for line in ((CASES / "tictactoe-games.jsonl").read_text().splitlines()[0], (CASES / "arboretum-games.jsonl").read_text().splitlines()[0]):
        page.fresh()
        page.paste(line)
        page.wait("!document.getElementById('replay').hidden && document.getElementById('replay-moves').children.length > 1")
        last = int(page.evaluate("document.getElementById('turn').max"))
        page.focus("#turn")
        pictures = set()
        for turn in range(last + 1):
            page.wait(f"document.getElementById('turn-shown').innerText === '{turn} / {last}'")
            page.wait("document.querySelector('#picture svg title').textContent !== undefined")
            caption = page.evaluate("document.querySelectorAll('#replay-moves button')[" + str(turn) + "].innerText")
            page.wait(f"document.querySelector('#picture svg title').textContent === {json.dumps(caption)}"
                      f" || {json.dumps(caption)}.startsWith('turn')")
            pictures.add(page.evaluate("document.querySelector('#picture svg').outerHTML"))
            page.press("ArrowRight")
        assert len(pictures) > last // 2, (len(pictures), last)
        page.focus("#replay-first")
        page.evaluate("document.getElementById('replay-first').click()")
        page.wait(f"document.getElementById('turn-shown').innerText === '0 / {last}'")


def a_game_plays_by_itself(page):
    page.paste((CASES / "tictactoe-games.jsonl").read_text().splitlines()[0])
    page.wait("!document.getElementById('replay').hidden && document.getElementById('replay-moves').children.length > 1")
    page.focus("#replay-play")
    page.press("Enter")
    equal(page.text("#replay-play"), "Pause")
    page.wait("document.getElementById('turn').value === '2'")
    page.press("Enter")
    equal(page.text("#replay-play"), "Play")


def hostile_strings_are_inert(page):
    game = json.loads((CASES / "tictactoe-games.jsonl").read_text().splitlines()[0])
    game["players"][0] = "</script><script>window.caught = 1</script><img src=x onerror='window.caught = 1'>"
    for text in (json.dumps(game), "<img src=x onerror='window.caught=1'>", "</textarea><script>window.caught=1</script>", "\u202e\u0000\ufeff\ufffe",
                 "🐧" * 300, "[" * 5000, '{"' * 2000, "a" * 100_000, "\n" * 5000, "A3B1D2\u202e", "${window.caught=1}", '["' * 400):
        page.paste(text)
        page.evaluate("document.querySelector('#part-list button, #errors summary')?.focus()")
    page.evaluate(f"{TEXT}.value = '\\ud800A3'; {TEXT}.dispatchEvent(new Event('input'))")
    page.settled()
    equal(page.evaluate("typeof window.caught"), "undefined")
    equal(page.evaluate("document.images.length"), 0)
    page.paste("A3B1D2")
    holds(page.evaluate(VERDICT), "Valid")


def nothing_is_loaded(page):
    page.paste(CHALLENGE)
    outside = [address for address in page.requests if not address.startswith((page.address, "about:", "blob:", "data:"))]
    equal(outside, [])
    refused = page.evaluate("new Promise(done => { addEventListener('securitypolicyviolation', () => done('refused'));"
                            "const it = document.createElement('script'); it.textContent = 'window.caught = 1'; document.body.append(it);"
                            "setTimeout(() => done('allowed'), 2000); })")
    equal((refused, page.evaluate("typeof window.caught")), ("refused", "undefined"))
    equal(page.evaluate("fetch('https://example.invalid/').then(() => 'allowed', () => 'refused')"), "refused")
    page.errors.clear()


def everything_has_a_name(page):
    for text in (CHALLENGE, "20113123", "6x10", (CASES / "tictactoe-games.jsonl").read_text().splitlines()[0], "'A3B1D2'"):
        page.paste(text)
        tree = page.command("Accessibility.getFullAXTree")["nodes"]
        names = {"button", "slider", "combobox", "textbox", "link", "image", "img", "checkbox", "spinbutton", "listbox", "gridcell", "grid", "progressbar"}
        found = [node for node in tree if node.get("role", {}).get("value") in names and not node.get("ignored")]
        assert len(found) > 8, len(found)
        for node in found:
            assert node.get("name", {}).get("value", "").strip(), f"{text}: a {node['role']['value']} has no name: {node}"


def nothing_is_wider_than_a_phone(page):
    for theme in ("light", "dark"):
        page.look(390, theme)
        for text in (CHALLENGE, "20113123", "6x10", "LNSNF0003C00104R112O3", (CASES / "tictactoe-games.jsonl").read_text().splitlines()[0]):
            page.fresh("#text=" + quote(text))
            page.settled(text)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 390, f"{text}: {width} pixels"
    page.command("Emulation.clearDeviceMetricsOverride")


def the_theme_can_be_chosen(page):
    colours = set()
    for theme in ("light", "dark", "auto"):
        page.focus("#theme")
        page.press("Enter")
        equal(page.text("#theme"), f"Theme: {theme}")
        colours.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    equal(len(colours), 2)


def a_static_server_serves_it(page):
    directory = Path(unquote(page.address.removeprefix("file://"))).parent

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=directory)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        name = page.address.rsplit("/", 1)[1]
        page.open(f"http://127.0.0.1:{server.server_address[1]}/{name}", "#text=A3B1D2")
        page.settled("A3B1D2")
        holds(page.evaluate(VERDICT), "Valid")
        server.shutdown()


def a_browser_that_is_too_old_says_so(page):
    source = Path(unquote(page.address.removeprefix("file://"))).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as directory:
        broken = Path(directory) / "broken.html"
        broken.write_text(source.replace('id="module">', 'id="module">AAAA'), encoding="utf-8")
        page.command("Page.navigate", url=broken.as_uri())
        page.wait("document.getElementById('note')?.innerText.startsWith('This page needs a newer browser')")
    page.fresh()
    script = page.command("Page.addScriptToEvaluateOnNewDocument", source="delete Map.groupBy")["identifier"]
    page.command("Page.navigate", url="about:blank")
    page.command("Page.navigate", url=page.address)
    page.wait("document.getElementById('note')?.innerText.startsWith('This page needs a newer browser')")
    page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    page.errors.clear()


def the_program_gives_the_same_answers(page):
    if page.program is None:
        raise Skipped("no PROGRAM was given")
    asked = questions(page.program)
    command = [page.program, "validate", "--jsonl", "--suggest", "--format", "json"]
    program = subprocess.run(command, input="".join(line(*one) for one in asked).encode(), capture_output=True, check=False)
    answers = [json.loads(answer) for answer in program.stdout.splitlines()]
    equal(len(answers), 2000)
    assert 500 < sum(answer["ok"] for answer in answers) < 1500
    found = []
    for at in range(0, 2000, 200):
        found += page.evaluate("clowder.ask({do: 'lines', texts: " + json.dumps(asked[at:at + 200]) + "})")
    different = []
    for (kind, text), mine, other in zip(asked, found, answers):
        mine, other = ({name: value for name, value in one.items() if name not in ("n", "id", "path")} for one in (mine, other))
        if mine != other:
            different.append((kind, text, mine, other))
    assert not different, f"{len(different)} of 2000 differ, the first one: {different[0]}"


# Notes when the page is ready, and when the first frame has been drawn after this and after the answer to a link.
WATCH = """
const drawn = (name) => requestAnimationFrame(() => setTimeout(() => { times[name] = performance.now(); }));
globalThis.times = {};
new MutationObserver(() => {
  if (!times.ready && document.documentElement.dataset.ready) { times.ready = performance.now(); drawn("drawn"); }
  if (!times.done && document.querySelector("#verdict strong")) { times.done = true; drawn("answered"); }
}).observe(document, { attributes: true, childList: true, subtree: true });
"""


def times(page):
    """Prints how long the page takes to load and to answer, and checks the limits. Only `--measure` runs this.

    A load lasts from the beginning of the navigation until the interface is complete, the module has answered its first question
    (`ready`), and the browser has drawn a frame (`drawn`). The string of a link is `answered` when its verdict and picture have been
    drawn, too."""
    page.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    loads = {"ready": [], "drawn": [], "answered": []}
    for _ in range(15):
        page.fresh()
        found = page.wait("times.drawn && times")
        loads["ready"].append(found["ready"])
        loads["drawn"].append(found["drawn"])
        page.fresh("#text=" + CHALLENGE)
        loads["answered"].append(page.wait("times.answered"))
    loads = {name: statistics.median(list_of) for name, list_of in loads.items()}
    took = {}
    strings = [(kind["name"], kind["example"]) for kind in page.evaluate("clowder.ask({do: 'start'})")["kinds"]]
    for name in ("wrong-raft.jsonl", "wrong-penguins.jsonl", "wrong-polyominoes.jsonl", "wrong-bots.jsonl", "pasted.jsonl"):
        strings += [(case["kind"], case["text"]) for case in cases(name) if case["text"] != ""][::6]
    for kind, text in strings:
        for given in (kind, ""):
            page.choose("kind", given)
            page.paste(text)
            took.setdefault(kind, []).append(page.evaluate("clowder.took"))
    medians = {kind: statistics.median(list_of) for kind, list_of in took.items()}
    print("loads: " + ", ".join(f"{name} {time:.0f}" for name, time in loads.items()) + " ms (medians of 15)")
    print("answers: " + ", ".join(f"{kind} {time:.1f}" for kind, time in medians.items()) + " ms (medians)")
    assert loads["drawn"] < 100, f"loads in {loads['drawn']:.0f} ms"
    slow = {kind: time for kind, time in medians.items() if time >= 20}
    assert not slow, f"answers in ms: {slow}"


class Skipped(Exception):
    pass


TESTS = [
    right_strings_of_every_kind, the_kind_is_found, wrong_strings_of_every_domain, errors_are_underlined_where_they_are, pasted_from_java,
    the_keyboard_repairs_a_string, a_suggestion_is_a_button, a_fix_in_a_part_of_a_state, the_canonical_string, parts_light_their_squares,
    the_caret_lights_squares, squares_light_the_string, the_mouse_lights_both_ways, a_text_of_several_kinds, two_strings_are_compared,
    the_address_holds_the_string, a_file_of_a_thousand_lines, a_file_of_json_lines, a_file_with_windows_line_breaks, a_state_is_played,
    a_move_is_suggested_and_clicked, a_pool_is_solved, a_region_is_drawn_and_tiled, pentominoes_are_counted, a_long_search_is_stopped,
    games_are_replayed, a_game_plays_by_itself, hostile_strings_are_inert, nothing_is_loaded, everything_has_a_name,
    nothing_is_wider_than_a_phone, the_theme_can_be_chosen, a_static_server_serves_it, a_browser_that_is_too_old_says_so,
    the_program_gives_the_same_answers,
]


def main(arguments):
    if shutil.which("chromium") is None:
        print("*** SKIPPED: chromium is not installed; the page is not tested ***", file=sys.stderr)
        return 0
    word = arguments[arguments.index("-k") + 1] if "-k" in arguments else ""
    files = [one for one in arguments if one not in ("-k", word, "--measure")]
    tests = [times] if "--measure" in arguments else TESTS
    page = Page()
    page.address = "file://" + quote(str(Path(files[0]).resolve()))
    page.program = files[1] if len(files) > 1 else None
    page.look(1280, "light")
    passed = failed = skipped = 0
    for test in tests:
        if word not in test.__name__:
            continue
        try:
            page.errors.clear()
            page.fresh()
            test(page)
            assert not page.errors, page.errors[:3]
            passed += 1
            print(f"ok    {test.__name__}", flush=True)
        except Skipped as why:
            skipped += 1
            print(f"*** SKIPPED: {test.__name__}: {why} ***", flush=True)
        except (AssertionError, StopIteration, KeyError) as error:
            failed += 1
            print(f"FAIL  {test.__name__}: {str(error)[:1500]}", flush=True)
    page.close()
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
