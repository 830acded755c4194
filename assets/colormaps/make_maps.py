#!/usr/bin/env python3
"""Computes the colour maps that are formulas: turbo.csv and ice.csv, into the folder of this script."""
import math
import pathlib

FOLDER = pathlib.Path(__file__).parent
COUNT = 256


def turbo(x):
    """Polynomial fit of degree 5 by Ruofei Du of Anton Mikhailov's map, (c) 2019 Google LLC, Apache-2.0."""
    parts = ((0.13572138, 4.61539260, -42.66032258, 132.13108234, -152.94239396, 59.28637943),
             (0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604),
             (0.10667330, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973))
    return [sum(c * x**i for i, c in enumerate(part)) for part in parts]


def from_lab(lightness, a, b):
    """CIELAB (D65, 2 degrees) to linear sRGB."""
    def cube(t):
        return t**3 if t > 6 / 29 else 3 * (6 / 29)**2 * (t - 4 / 29)
    fy = (lightness + 16) / 116
    x, y, z = 0.95047 * cube(fy + a / 500), cube(fy), 1.08883 * cube(fy - b / 200)
    return (3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
            -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
            0.0556434 * x - 0.2040259 * y + 1.0572252 * z)


def encoded(linear):
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear**(1 / 2.4) - 0.055


def ice(x):
    """From blue-black over deep and glacier blue to pale ice: lightness L* = 5 to 97 in even steps, hue from 294 to 216
    degrees, chroma up to 47 and down to nearly white. All of it lies within sRGB."""
    lightness = 5 + 92 * x
    chroma = 47 * math.sin(math.pi * (0.06 + 0.92 * x**0.92))**1.1
    hue = math.radians(294 - 24 * x - 54 * x**3)
    colour = from_lab(lightness, chroma * math.cos(hue), chroma * math.sin(hue))
    assert 0 <= min(colour) and max(colour) <= 1, x
    return [encoded(part) for part in colour]


def main():
    for name, colour_at in (("turbo", turbo), ("ice", ice)):
        lines = ["r,g,b"]
        for i in range(COUNT):
            lines.append(",".join(f"{min(max(part, 0), 1):.6f}" for part in colour_at(i / (COUNT - 1))))
        (FOLDER / f"{name}.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
