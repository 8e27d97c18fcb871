# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs tests of pages and says in TAP how they went."""

import sys
import traceback

from chromium import find_browser


def check(found, wanted):
    assert found == wanted, f"{found!r} is not {wanted!r}"


def run_tests(tests, make_browser, *arguments):
    if not find_browser():
        print("1..0 # SKIP there is no Chromium")
        return
    print(f"1..{len(tests)}")
    failed = 0
    with make_browser() as browser:
        for i, test in enumerate(tests, 1):
            try:
                test(browser, *arguments)
                check(browser.problems, [])
                print(f"ok {i} {test.__name__} {test.__doc__.splitlines()[0]}")
            except Exception:
                failed += 1
                print(f"not ok {i} {test.__name__}")
                print("# " + traceback.format_exc().replace("\n", "\n# "))
            browser.problems.clear()
            sys.stdout.flush()
    sys.exit(failed > 0)
