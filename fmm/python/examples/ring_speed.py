#!/usr/bin/env python3
"""The speed of a vortex ring against theory, for cores of many widths.

The speed of a ring of N elements on a circle is known exactly. Thin rings with overlapping elements follow Saffman's
formula

    U = Gamma/(4 pi R) (ln(8 R/sigma) - C),  C = 1.0580 for Gaussian cores.

Writes ring_speed.csv, and ring_speed.png if matplotlib is installed. The argument is the folder.
"""

import csv
import math
import pathlib
import sys

import numpy as np

import ringlet_fmm

COUNT = 2000
THIN_CORE = 1.057966


def measured_speed(sigma: float) -> float:
    """Speed [L/T] of a ring of radius 1 and circulation 1: the mean velocity of its elements along the axis."""
    x, alpha, radii = ringlet_fmm.ring(COUNT, sigma)
    u = ringlet_fmm.velocity(x, alpha, radii, tolerance=1e-6)
    return float(np.mean(u[:, 2]))


def thin_ring_speed(sigma: float) -> float:
    return (math.log(8 / sigma) - THIN_CORE) / (4 * math.pi)


def main(folder: pathlib.Path) -> int:
    rows = []
    for sigma in np.geomspace(0.01, 0.3, 12):
        exact = ringlet_fmm.ring_speed(float(sigma), COUNT)
        rows.append((float(sigma), measured_speed(float(sigma)), exact, thin_ring_speed(float(sigma))))
    with open(folder / "ring_speed.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["sigma_over_radius", "measured", "exact", "thin_ring"])
        table.writerows(rows)
    worst = max(abs(measured / exact - 1) for _, measured, exact, _ in rows)
    print(f"{len(rows)} rings, largest deviation from the exact speed {worst:.1e}: {folder / 'ring_speed.csv'}")

    try:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
    except ImportError:
        return 0
    sigma, measured, _, thin = np.array(rows).T
    plt.semilogx(sigma, measured, "o", label="fast multipole method")
    plt.semilogx(sigma, thin, "-", label="thin ring (Saffman 1970)")
    plt.xlabel("core radius over ring radius")
    plt.ylabel("speed, in circulation over radius")
    plt.legend()
    plt.savefig(folder / "ring_speed.png", dpi=120)
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
