"""tools/bench_page.py against the real program on a few points, and against made-up answers of it.

    python3 tests/check_bench_page.py RINGLET
"""

import io
import json
import pathlib
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import bench_page  # noqa: E402
from bench_papers import PAPERS, series  # noqa: E402

RINGLET = sys.argv.pop() if len(sys.argv) > 1 else "ringlet"


def printed(*arguments):
    out = io.StringIO()
    with redirect_stdout(out):
        bench_page.main([*arguments, "--ringlet", RINGLET, "--backend", "cpu", "--most", "2048"])
    return out.getvalue()


class Machine(bench_page.Machine):
    """Answers by a law: time falls with the leaf and the angle, and the error grows with the angle."""

    def __init__(self):  # pylint: disable=super-init-not-called
        self.gpu, self.most = False, 1 << 25

    def bench(self, workload, elements, targets=0, direct=False, **flags):
        if not self.fits(elements, targets):
            return None
        order, theta = flags.get("order") or 12, flags.get("theta") or 0.4
        leaf = flags.get("leaf_elements") or 64
        time = (1 + 0.01 * order) * (1 + (leaf / 128 - 1) ** 2) / theta
        names = ["tree", "lists", "sort", "upward", "transfer", "downward", "near"]
        return {"ns": elements, "nt": targets, "total_ms": time, "error": theta**order, "stretching_error": 1,
                "tolerance": flags.get("tolerance", 1e-4), "order": order, "theta": theta, "leaf_elements": leaf,
                "leaf_points": flags.get("leaf_points") or 96, "speedup": elements / 1000, "translations_s": 1e6, "near_gpairs_s": 1,
                "stages": {name: time / 8 for name in names}}


class BenchPage(unittest.TestCase):
    def test_a_page_is_made_of_what_was_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder, name) for name in ["a.json", "b.json"]]
            files[0].write_text(printed("papers", "hu-t3.1", "goude-5.3"), encoding="utf-8")
            machine = bench_page.Machine(RINGLET, "cpu")
            rows = machine.call(["--workload", "cube", "--sizes", "300:200"])
            files[1].write_text(json.dumps(rows), encoding="utf-8")
            page = printed("page", *map(str, files))
        self.assertEqual(page.count("## On the CPU"), 1, "one machine has one part")
        self.assertIn("| cube | 300 | 200 | thin | float | 1e-04 |", page)
        self.assertRegex(page, r"hu-t3\.1: Hu 2013, table 3\.1 \| a GPU of 2011 \| Biot-Savart kernel \[ms\] \| N = 1024 "
                               r"\| [0-9.]+ \| 136 \| \de-0[5-9] \|\n")
        self.assertIn("| direct/fmm | N = 256", page)

    def test_every_paper_has_its_numbers_beside_ours(self):
        for name, (source, printed_for, function) in PAPERS.items():
            made = list(function(Machine()))
            self.assertTrue(source and printed_for and made, name)
            for one in made:
                self.assertTrue(one["ours"], (name, one["what"]))
                self.assertEqual(len(one["ours"]), len(one["values"]), name)

    def test_series_end_where_nothing_fits(self):
        made = series("", "", "N", {1: 10, 2: 20, 3: 30}, lambda n: 5 * n if n < 3 else None)
        self.assertEqual((made["values"], made["ours"], made["printed"]), ([1, 2], [5, 10], [10, 20]))

    def test_a_search_keeps_the_tolerance_and_finds_the_leaf(self):
        found = bench_page.search(Machine(), "cube", "thin", 1000, 1000)
        best = found["best"]
        self.assertLessEqual(best["theta"] ** best["order"], 1e-4)
        self.assertEqual(best["leaf_elements"], 128)
        self.assertLessEqual(found["best_ms"], found["chosen_ms"])

    def test_what_is_wrong_is_told_in_a_line(self):
        for arguments, words in [(["papers", "hu-t31"], "hu-t31 is not known"), (["page", "/no/such"], "/no/such")]:
            with redirect_stderr(io.StringIO()) as told, self.assertRaises(SystemExit) as end:
                printed(*arguments)
            self.assertIn(words, told.getvalue() + str(end.exception.code))


if __name__ == "__main__":
    unittest.main()
