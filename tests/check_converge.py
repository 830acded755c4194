"""tools/converge.py: orders and limits of made-up values, and small scenes by the real program.

    python3 tests/check_converge.py RINGLET
"""

import io
import json
import math
import pathlib
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import converge  # noqa: E402

RINGLET = sys.argv.pop() if len(sys.argv) > 1 else "ringlet"
PHYSICS = '[physics]\ndt = 0.02\nbackend = "cpu"\n'
FILAMENT = (PHYSICS + 'solver = "direct"\nprecision = "double"\n[particles]\nelements = 48\n[[ring]]\nradius = 1\n'
            'profile = "filament"\nwave_amplitude = 0.1\nwave_mode = 3\n')
LATTICE = PHYSICS + 'viscosity = 1e-3\nredistribution = 4\ndiffusion = "lattice"\noverlap = 1\n'
RING = "[[ring]]\ncentre = [0, 0, 0.5]\nradius = 0.3\ncore_radius = 0.1\nprofile = \"gaussian\"\n"


def told(text, *words):
    """The report about a scene of this text."""
    with tempfile.TemporaryDirectory() as folder:
        scene = pathlib.Path(folder) / "s.toml"
        scene.write_text(text, encoding="utf-8")
        out = io.StringIO()
        with redirect_stdout(out):
            converge.main([str(scene), "--ringlet", RINGLET, "--json", *words])
    return json.loads(out.getvalue())


class Converge(unittest.TestCase):
    def refused(self, why, text, *words):
        with self.assertRaises(SystemExit) as end, redirect_stderr(io.StringIO()):
            told(text, *words)
        self.assertIn(why, str(end.exception.code))

    def test_it_finds_order_and_limit_of_a_power(self):
        for order in (1, 2, 4, 6):
            for width in ((2, 1, 0.5), (1.3, 1, 0.8)):
                found = converge.extrapolate(width, [3 - 0.1 * w**order for w in width])
                for value, expected in zip(found, (order, 3, 1.25 * 0.1 * width[2] ** order)):
                    self.assertAlmostEqual(value, expected, delta=1e-6)

    def test_it_claims_no_order_where_there_is_none(self):
        order, limit, bar = converge.extrapolate((2, 1, 0.5), (1, 1.2, 1.1))
        self.assertTrue(math.isnan(order))
        self.assertEqual(limit, 1.1)
        self.assertAlmostEqual(bar, 0.1)
        self.assertTrue(math.isnan(converge.extrapolate((2, 1, 0.5), (1, 2, 4))[0]), "the differences grow")
        self.assertEqual(converge.extrapolate((2, 1, 0.5), (7, 7, 7))[1:], (7, 0))
        self.assertTrue(math.isnan(converge.extrapolate((2, 1, 0.5), (1, math.nan, 2))[2]))

    def test_filaments_tell_the_two_errors_apart(self):
        report = told(FILAMENT, "--until", "0.4")
        self.assertEqual([run["elements"] for run in report["runs"]], [48, 96, 192, 48, 48], "wider ones would part")
        self.assertEqual([run["steps"] for run in report["runs"]], [20, 20, 20, 10, 40])
        rows = {row["name"]: row for row in report["quantities"]}
        self.assertEqual(set(rows), {"energy", "enstrophy", "ring 1 position", "ring 1 speed"})
        self.assertAlmostEqual(rows["ring 1 position"]["time_step"]["order"], 2, delta=0.5)
        self.assertGreater(rows["ring 1 position"]["limit"], 0.05)
        self.assertLess(rows["ring 1 position"]["error_bar"], 1e-3)

    def test_a_lattice_halves_its_spacing_and_steps_to_the_same_time(self):
        for ground in ("", "[ground]\nwall = \"no-slip\"\n"):
            text = LATTICE + ground + "[particles]\nelements = 500\n" + RING
            report = told(text, "--until", "0.04", "--most-elements", "3000")
            spacings = [run["spacing"] / report["runs"][0]["spacing"] for run in report["runs"]]
            for spacing, expected in zip(spacings, (1, 2, 4, 1, 1)):
                self.assertAlmostEqual(spacing, expected, delta=1e-9)
            self.assertIn("more than 3000: twice and four times as wide instead", report["notes"][0])
            self.assertIsNotNone(report["quantities"][1]["value"])

    def test_the_plane_has_rows_of_its_vortices(self):
        report = told(LATTICE + 'space = "plane"\n[particles]\nelements = 200\n[[vortex]]\n', "--until", "0.04")
        self.assertIn("vortex 1 x", [row["name"] for row in report["quantities"]])
        self.assertGreater(report["runs"][2]["elements"], 3 * report["runs"][0]["elements"])

    def test_it_says_what_it_cannot_compare(self):
        self.refused("begins without elements", "[physics]\ndt = 0.1\n")
        self.refused("backwards", FILAMENT.replace("dt = 0.02", "dt = -0.02"))
        joins = FILAMENT + '[[ring]]\nstart = 0.3\nprofile = "filament"\n'
        self.refused("a ring joins at t = 0.3", joins, "--until", "0.4")
        self.refused("filaments beside filled cores", FILAMENT + "[[ring]]\ncentre = [0, 0, 1]\n", "--until", "0.4")
        self.refused("a quarter of the spacing takes 192 elements; allowed: 60", FILAMENT, "--most-elements", "60")


if __name__ == "__main__":
    unittest.main()
