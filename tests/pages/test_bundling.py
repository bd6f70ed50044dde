"""A page's modules as one file do what they do by themselves."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from vulkar.pages import every_page, statics
from vulkar.pages.bundling import modules

assert every_page  # each page is there once its module is imported
SOURCE = {
    "a.js": 'import { twice as two } from "./b.js";\nimport * as c from "./c.js";\n'
    "said.push(two(c.three), new c.Four().value);\n",
    "b.js": 'import "./d.js";\nexport function twice(n) {\n  return 2 * n;\n}\n',
    "c.js": "export const three = 3;\nexport class Four {\n  value = 4;\n}\n"
    'export const later = () => import("./e.js");\n',
    "d.js": 'const own = "d";\nsaid.push(own);\n',
}


def test_each_module_runs_once_after_what_it_imports() -> None:
    whole = modules(("d.js", "a.js", "b.js"), SOURCE)
    order = re.findall(r"^const \$(\w)_js", whole, re.M)
    assert order == ["d", "b", "c", "a"]
    node = shutil.which("node")
    if node is not None:
        script = f"const said = [];\n{whole}\nconsole.log(said.join());"
        done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
        assert done.stdout == "d,6,4\n"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (
            {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'},
            "ring",
        ),
        ({"a.js": "export default 1;\n"}, "not known"),
        ({"a.js": 'import b from "./b.js";\n', "b.js": ""}, "not known"),
        ({"a.js": "export let n = 1;\n"}, "not known"),
    ],
)
def test_what_it_does_not_understand_it_refuses(source: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        modules(("a.js",), source)


def test_every_script_of_the_pages_can_be_part_of_one_file() -> None:
    scripts = {p.name: p.read_text("utf-8") for p in statics.FOLDER.glob("*.js")}
    whole = modules(sorted(scripts), scripts)
    assert sorted(scripts) == sorted(
        name for name in scripts if f"const ${name.replace('-', '_').replace('.', '_')} =" in whole
    )
