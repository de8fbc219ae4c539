"""Ask whether a pinned version has a known vulnerability.

Found ones are printed and exit 1. Where the service cannot be reached the check is
reported as not run, and that is no failure: the project must build offline.
"""

import json
import subprocess
import sys

LONGEST = 120


def main() -> int:
    """Run pip-audit over constraints.txt and judge its JSON answer."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", "constraints.txt"]
    command += ["--require-hashes", "--disable-pip", "--no-deps", "--format", "json"]
    command += ["--progress-spinner", "off", "--timeout", "10"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=LONGEST, check=False
        )
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        print(f"pip-audit: not run, no answer within {LONGEST} seconds")
        return 0
    except json.JSONDecodeError:
        last = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        print(f"pip-audit: not run ({last[:160]})")
        return 0
    bad = [d for d in answer["dependencies"] if d.get("vulns")]
    for found in bad:
        names = ", ".join(v["id"] for v in found["vulns"])
        print(f"{found['name']} {found['version']}: {names}")
    skipped = [d["name"] for d in answer["dependencies"] if "skip_reason" in d]
    asked = len(answer["dependencies"]) - len(skipped)
    if not asked:
        print("pip-audit: not run, the service knows none of the pins")
        return 0
    note = f", {len(skipped)} could not be looked up" if skipped else ""
    print(f"pip-audit: {asked} pins asked about, {len(bad)} vulnerable{note}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
