import os
import subprocess
import sys

TEXT = "We propose SparseFox, a pruning method. SparseFox beats LoRA by 2.5 points on GLUE."


def test_nothing_is_left_in_the_home_folder(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    source = tmp_path / "one.txt"
    source.write_text(TEXT)
    told = ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    surroundings = {k: v for k, v in os.environ.items() if k not in told} | {"HOME": str(home)}
    command = [
        sys.executable,
        "-m",
        "sciloom.cli",
        "build",
        str(source),
        "-o",
        str(tmp_path / "out"),
    ]
    subprocess.run(command, env=surroundings, cwd=tmp_path, check=True, capture_output=True)
    assert not list(home.iterdir())
