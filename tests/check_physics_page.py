"""The measured tables of docs/physics.md against the program: the same checks, and numbers that agree.

    python3 tests/check_physics_page.py RINGLET
"""

import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import physics_page  # noqa: E402

RINGLET = sys.argv.pop() if len(sys.argv) > 1 else "ringlet"
PAGE = (ROOT / "docs" / "physics.md").read_text(encoding="utf-8")
MEASURED = ["ring-speed/gaussian", "ring-speed/rosenhead", "hopf-link", "viscosity"]  # a second each, or less


def cells(text):
    """The rows of a table of the page, without its head."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
    return rows[1:] if not rows[1][0].startswith("---") else rows[2:]


class PhysicsPage(unittest.TestCase):
    def test_it_has_the_checks_of_the_program(self):
        numbers = physics_page.part(PAGE, "numbers")
        names = physics_page.names_of(RINGLET)
        rows = cells(numbers)
        self.assertEqual([row[0].strip("`") for row in rows], names, "tools/physics_page.py writes the page anew")
        counted = sum(len(row[2].split(", ")) for row in rows)
        self.assertRegex(numbers, rf"^{len(names)} checks with {counted} numbers; all pass\.")

    def test_its_numbers_are_those_measured(self):
        rows = {row[0].strip("`"): row for row in cells(physics_page.part(PAGE, "numbers"))}
        only = [name for name in MEASURED if any(row.startswith(name) for row in rows)]
        self.assertTrue(only)
        chosen = [name for name in rows if any(name.startswith(start) for start in only)]
        for check, numbers in physics_page.by_check(physics_page.checks_of(RINGLET, chosen), chosen):
            written = rows[check][2].split(", ")
            self.assertEqual(len(written), len(numbers), check)
            for text, (name, row) in zip(written, numbers):
                self.assertAlmostEqual(float(text), row["measured"], delta=1.1 * row["tolerance"],
                                       msg=f"{check}/{name}")

    def test_errors_keep_their_tolerances(self):
        rows = cells(physics_page.part(PAGE, "errors"))
        self.assertEqual([(row[0], row[1]) for row in rows], physics_page.ERRORS)
        for row in rows:
            self.assertLessEqual(float(row[3]), float(row[0]))
        report = physics_page.error_of(RINGLET, *physics_page.ERRORS[1])
        self.assertLessEqual(abs(report["error"]["relative_l2"] - float(rows[1][3])), float(rows[1][0]))

    def test_the_tool_says_what_it_does(self):
        done = subprocess.run([sys.executable, ROOT / "tools" / "physics_page.py", "--help"], stdout=subprocess.PIPE,
                              text=True, check=True)
        self.assertIn("measured tables of docs/physics.md", done.stdout)


if __name__ == "__main__":
    unittest.main()
