#!/usr/bin/env python3
"""Tests the installed module: doctests, classes, tilings, the notebook, and agreement with the program.

usage: run.py [PROGRAM]     PROGRAM is the clowder that is compared, by default the one beside this Python or in the path
"""
import copy
import doctest
import json
import pickle
import shutil
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import clowder

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "bindings"))
from questions import line, questions  # noqa: E402

BESIDE = Path(sys.executable).parent / "clowder"
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else str(BESIDE if BESIDE.exists() else shutil.which("clowder"))


def program(*arguments: str, given: str = "") -> str:
    return subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, text=True, encoding="utf-8").stdout


EXAMPLES = {one["kind"]: one["example"] for one in map(json.loads, program("kinds", "--format", "json").splitlines())}


class Doors(unittest.TestCase):
    def test_every_kind_has_a_class(self):
        self.assertEqual(set(clowder.CLASSES), set(clowder.kinds()))
        self.assertEqual(set(clowder.CLASSES), set(EXAMPLES))
        for kind, example in EXAMPLES.items():
            value = clowder.CLASSES[kind](example)
            self.assertEqual(str(value), example)
            self.assertEqual(eval(repr(value), vars(clowder)), value)
            self.assertIn("<svg", value._repr_svg_())
            self.assertTrue(value.picture())
            self.assertTrue(value.explain(), kind)

    def test_the_module_answers_as_the_program_does(self):
        asked = questions(PROGRAM)
        answers = program("validate", "--jsonl", "--suggest", given="".join(line(*one) for one in asked)).splitlines()
        self.assertEqual(len(answers), len(asked))
        for (kind, text), answer in zip(asked, answers):
            expected = json.loads(answer) | {"n": 1, "path": None}
            self.assertEqual(clowder.result(clowder.check(text, kind)), expected, (kind, text))

    def test_spans_count_characters(self):
        report = clowder.check("é🐈A3X3", clowder.Draw)
        (found,), (shown,) = report.diagnostics[:1], clowder.result(report)["diagnostics"][:1]
        start, end = (len(report.text.encode()[: shown["span"][side]].decode()) for side in ["start", "end"])
        self.assertEqual(found.span, (start, end))
        self.assertNotEqual(end, shown["span"]["end"])

    def test_an_invalid_string_says_why(self):
        with self.assertRaises(clowder.Invalid) as caught:
            clowder.Draw("B3A3")
        self.assertEqual(caught.exception.diagnostics[0].code, "draw/order")
        self.assertTrue(caught.exception.diagnostics[0].fix.safe)
        self.assertEqual(caught.exception.report.fixed, "A3B3")
        with self.assertRaisesRegex(ValueError, "unknown kind"):
            clowder.check("A6", "hund")

    def test_values_are_immutable_and_comparable(self):
        one, other = clowder.Draw("A6"), clowder.Draw("B6")
        self.assertNotEqual(one, other)
        self.assertNotEqual(clowder.Hand("ABCD"), clowder.Decks("ABCD"))
        self.assertEqual(len({one, clowder.Draw("A6"), other}), 2)
        self.assertEqual(pickle.loads(pickle.dumps(one)), copy.deepcopy(one))
        with self.assertRaises(AttributeError):
            one.kind = "hand"

    def test_a_game_is_played_to_its_end(self):
        state = clowder.State(EXAMPLES["state"])
        for _ in range(200):
            moves = state.legal_moves()
            actions = [move for move in moves if isinstance(move, clowder.Action)]
            if state.outcome()[0] != "continues" or not actions:
                break
            after = state.apply(actions[0])
            line = json.dumps({"input": json.loads(str(state)), "action": str(actions[0])})
            applied = json.loads(program("apply", "raft", "--jsonl", given=line + "\n"))
            self.assertEqual(applied["state"], json.loads(str(after)))
            state = after
        with self.assertRaises(ValueError):
            clowder.State(EXAMPLES["state"]).apply("Ae0002N")
        with self.assertRaisesRegex(TypeError, "expected the kind action, not draw"):
            clowder.State(EXAMPLES["state"]).apply(clowder.Draw("A6"))

    def test_tilings_come_from_a_thread_and_can_be_left(self):
        region = clowder.Region("6x10")
        first = [str(tiling) for _, tiling in zip(range(5), region.tilings())]
        plain = program("pentomino", "tile", "6x10", "--limit", "5", "--format", "plain").split()
        self.assertEqual(first, [line.replace("/", "\n") for line in plain])
        self.assertEqual(len(list(clowder.Region("3x20").tilings())), 2)
        self.assertEqual(len(list(clowder.Region("3x20").tilings(distinct=False))), 8)
        self.assertEqual(clowder.Region("8x8").count("XX*32"), 12988816)
        self.assertEqual(clowder.Region("20x20").count("XX*200"), 1269984011256235834242602753102293934298576249856)
        with self.assertRaises(ValueError):
            region.count("nonsense!")

    def test_long_work_does_not_hold_the_lock(self):
        ticks, done = [], threading.Event()
        thread = threading.Thread(target=lambda: [ticks.append(1) for _ in iter(lambda: done.wait(0.001), True)])
        thread.start()
        clowder.Region("6x10").count(distinct=True)
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 3)

    def test_the_examples_of_the_documents_run(self):
        for name in ["README.md", "bindings/python/README.md"]:
            _, block = (ROOT / name).read_text("utf-8").split("```python\n", 1)
            exec(compile(block.split("```")[0], name, "exec"), {})

    def test_the_notebook_runs(self):
        notebook = json.loads((HERE.parent / "examples/clowder.ipynb").read_text("utf-8"))
        names = {}
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), "clowder.ipynb", "exec"), names)

    def test_a_class_is_graded(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("*** SKIPPED: pandas is not installed ***")
        script = HERE.parent / "examples/grade_class.py"
        done = subprocess.run([sys.executable, script], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("ada", done.stdout)
        self.assertIn("hand/", done.stdout)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(clowder))
    return tests


if __name__ == "__main__":
    unittest.main()
