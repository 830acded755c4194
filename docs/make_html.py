#!/usr/bin/env python3
"""Makes HTML of README.md and the pages of docs/, with pictures, so that they can be read without the web.

    docs/make_html.py [FOLDER]      default: build/html; begin with FOLDER/index.html

Needs python3-markdown. Every link must lead to a file, and to a heading of it: what does not is printed, and the exit
status is 1. Links out of the pages (sources, scenes) become the files themselves, copied beside them.
"""

import html
import pathlib
import re
import shutil
import sys

import markdown

ROOT = pathlib.Path(__file__).resolve().parent.parent
STYLE = """
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.55 sans-serif; color: #1c2430; }
nav { font-size: 90%; border-bottom: 1px solid #ccd; padding-bottom: .6rem; }
pre, code { font-family: monospace; font-size: 92%; background: #f2f4f7; border-radius: 4px; }
pre { padding: .7rem 1rem; overflow-x: auto; }
code { padding: 0 .2rem; }
pre code { padding: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #d5d9e0; padding: .3rem .6rem; text-align: left; vertical-align: top; }
img { max-width: 100%; height: auto; border-radius: 6px; }
a { color: #1a5fb4; }
"""


def anchor(heading: str, _separator: str) -> str:
    """A heading's name in links, as the web's views of repositories make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def pages() -> list:
    return [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted((ROOT / "docs").glob("*.md"))


def output_name(page: pathlib.Path) -> pathlib.Path:
    relative = page.relative_to(ROOT)
    return pathlib.Path("index.html") if relative.name == "README.md" else relative.with_suffix(".html")


def translated(target: str, page: pathlib.Path, folder: pathlib.Path) -> str:
    """A link as it is to stand in the HTML; files that are no pages are copied to where it leads."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, _, part = target.partition("#")
    file = (page.parent / path).resolve()
    if file in pages():
        there = output_name(file)
    else:
        there = file.relative_to(ROOT)
        if file.is_file():
            (folder / there).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / there)
        elif file.is_dir():
            (folder / there).mkdir(parents=True, exist_ok=True)
    up = "../" * (len(output_name(page).parts) - 1)
    return up + there.as_posix() + ("#" + part if part else "")


def write(page: pathlib.Path, folder: pathlib.Path) -> None:
    text = page.read_text(encoding="utf-8")
    body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"],
                             extension_configs={"toc": {"slugify": anchor}})
    body = re.sub(r'(href|src)="([^"]*)"',
                  lambda found: f'{found[1]}="{html.escape(translated(html.unescape(found[2]), page, folder))}"', body)
    heading = re.search(r"^# (.*)$", text, re.MULTILINE)
    up = "../" * (len(output_name(page).parts) - 1)
    names = [("index.html", "Ringlet")] + [(f"docs/{name}.html", title) for name, title in (
        ("first-steps", "First steps"), ("cookbook", "Cookbook"), ("manual", "Manual"), ("scenes", "Scenes"),
        ("fmm", "The method"), ("physics", "Physics"), ("library", "Library"), ("building", "Building"))]
    links = " · ".join(f'<a href="{up}{name}">{title}</a>' for name, title in names)
    there = folder / output_name(page)
    there.parent.mkdir(parents=True, exist_ok=True)
    there.write_text(f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
                     f"<title>{html.escape(heading[1] if heading else page.stem)}</title>\n<style>{STYLE}</style>\n"
                     f"</head>\n<body>\n<nav>{links}</nav>\n{body}\n</body>\n</html>\n", encoding="utf-8")


def broken_links(folder: pathlib.Path) -> list:
    """Links of the HTML that lead nowhere, as "page: target"."""
    broken = []
    for page in folder.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8")):
            target = html.unescape(target)
            if re.match(r"[a-z]+:", target):
                continue
            path, _, part = target.partition("#")
            file = (page.parent / path) if path else page
            there = file.exists()
            if there and part and file.suffix == ".html":
                there = f'id="{part}"' in file.read_text(encoding="utf-8")
            if not there:
                broken.append(f"{page.relative_to(folder)}: {target}")
    return broken


def main(folder: pathlib.Path) -> int:
    for page in pages():
        write(page, folder)
    broken = broken_links(folder)
    print("\n".join(broken) or f"{len(pages())} pages: {folder / 'index.html'}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "html"))
