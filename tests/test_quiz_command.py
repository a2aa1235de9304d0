"""`tfmdrill quiz` as a person meets it: in a real terminal, in a pipe, and when things go wrong."""

import json
import re
import signal
import subprocess
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pexpect
import pytest
from command import COMMAND, TINY, Shell

from tfmdrill.model.practice import Rating
from tfmdrill.progress.cards import Cards
from tfmdrill.progress.database import Database

WITHIN_S = 60  # a backstop: what is waited for takes a fraction of a second
PROMPT = r"Your answer \((a-[b-h]|number|shape)\): "
SEEDED = ("--seed", "12", "--number", "3")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def piped(shell: Shell, answers: str | bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    data = answers.encode() if isinstance(answers, str) else answers
    return subprocess.run(
        [COMMAND, "quiz", *words],
        cwd=shell.folder, env=shell.env, input=data, capture_output=True, check=False,
    )  # fmt: skip


def document(shell: Shell, answers: str, *words: str) -> dict:
    done = piped(shell, answers, "--json", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def right_answers(shell: Shell, words: Sequence[str]) -> list[str]:
    """What to type, from the document on a quiz of that seed that was skipped throughout."""
    elsewhere = Shell.__new__(Shell)
    elsewhere.folder, elsewhere.env = shell.folder, shell.env | {"XDG_DATA_HOME": "/dev/null"}
    answers = json.loads(piped(elsewhere, "\n" * 50, "--json", *words).stdout)["answers"]
    return [
        "abcdefgh"[a["choices"].index(a["answer"])] if a["choices"] else a["answer"]
        for a in answers
    ]


def keys_kept(shell: Shell) -> list[str]:
    with Database(Path(shell.env["XDG_DATA_HOME"]) / "tfmdrill") as database:
        return [card.key for card in Cards(database).all()]


class Terminal:
    """`tfmdrill quiz` in a terminal of 80 columns and 24 lines."""

    def __init__(self, shell: Shell, *words: str) -> None:
        env = shell.env | {"TERM": "xterm"}
        del env["COLUMNS"]
        self.process = pexpect.spawn(
            str(COMMAND),
            ["quiz", *words],
            cwd=str(shell.folder),
            env=env,
            encoding="utf-8",
            dimensions=(24, 80),
            timeout=WITHIN_S,
            # A job in the background ignores Ctrl-C, and hands that on to what it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def asked(self) -> str:
        """What was shown up to the next prompt, without colours."""
        self.process.expect(PROMPT)
        return ESCAPES.sub("", self.process.before).replace("\r\n", "\n")

    def type(self, line: str) -> None:
        self.process.sendline(line)

    def rest(self) -> str:
        """All that is shown until the command has ended."""
        self.process.expect(pexpect.EOF)
        self.process.close()
        return ESCAPES.sub("", self.process.before).replace("\r\n", "\n")


def test_a_quiz_in_a_terminal_to_its_end(shell: Shell) -> None:
    answers = right_answers(shell, SEEDED)
    terminal = Terminal(shell, *SEEDED)
    seen = terminal.asked()
    assert "3 questions, those of seed 12." in seen
    assert "1 of 3, " in seen
    for answer in answers[:-1]:
        terminal.type(answer)
        assert "✓ Right." in terminal.asked()
    terminal.type(answers[-1])
    end = terminal.rest()
    assert terminal.process.exitstatus == 0
    assert "3 of 3 questions right (100 %)." in end
    assert "Weak:" not in end
    assert re.search(r"Questions come back: \d in \d days", end)
    assert "tfmdrill quiz --number 3 --seed 12" in end
    assert len(keys_kept(shell)) == 3


def test_no_line_is_wider_than_the_terminal(shell: Shell) -> None:
    terminal = Terminal(shell, "--seed", "3", "--number", "12")
    for _ in range(12):
        shown = terminal.asked()
        assert max(map(len, shown.split("\n"))) <= 80
        terminal.type("")
    assert max(map(len, terminal.rest().split("\n"))) <= 80


def test_q_ends_it_and_what_was_answered_is_kept(shell: Shell) -> None:
    terminal = Terminal(shell, *SEEDED)
    terminal.asked()
    terminal.type("a")
    terminal.asked()
    terminal.type("Q")
    end = terminal.rest()
    assert terminal.process.exitstatus == 0
    assert re.search(r"[01] of 1 question right", end)
    assert len(keys_kept(shell)) == 1


def test_ctrl_c_ends_it_with_the_summary(shell: Shell) -> None:
    terminal = Terminal(shell, *SEEDED)
    terminal.asked()
    terminal.type("")
    terminal.asked()
    terminal.process.sendintr()
    end = terminal.rest()
    assert terminal.process.exitstatus == 130
    assert "0 of 1 question right" in end
    assert "Traceback" not in end
    assert len(keys_kept(shell)) == 1


def test_ctrl_d_ends_it_with_the_summary(shell: Shell) -> None:
    terminal = Terminal(shell, *SEEDED)
    terminal.asked()
    terminal.process.sendeof()
    end = terminal.rest()
    assert terminal.process.exitstatus == 0
    assert "No question was answered." in end
    assert keys_kept(shell) == []


def test_the_next_quiz_goes_on_where_the_schedule_is(shell: Shell) -> None:
    """A question that was answered wrongly yesterday is the first one, and said to be due."""
    first = document(shell, "\n", *SEEDED)["answers"][0]
    with Database(Path(shell.env["XDG_DATA_HOME"]) / "tfmdrill") as database:
        yesterday = datetime.now().astimezone() - timedelta(days=1)
        Cards(database).review(first["key"], Rating.AGAIN, yesterday)
        # The skip of today came second on the calendar; without it the card is due today.
        with database.connection() as connection:
            connection.execute("DELETE FROM reviews WHERE day > ?", (yesterday.date().isoformat(),))
            connection.execute("DELETE FROM cards")
    terminal = Terminal(shell, "--number", "2")
    seen = terminal.asked()
    assert "2 questions, 1 of them due today." in seen
    assert f"1 of 2, {first['topic']}" in seen
    shown = " ".join(seen.split())
    if first["choices"]:
        assert " ".join(first["text"].split()) in shown
    terminal.type("q")
    terminal.rest()


def test_a_wrong_letter_is_explained_and_asked_again_until_it_can_be_read(shell: Shell) -> None:
    wrong = next(x for x in "abcd" if x != right_answers(shell, SEEDED)[0])
    out = piped(shell, f"z\n12\n{wrong}\n", *SEEDED).stdout.decode()
    assert out.count("That can't be read: a letter from a to d is wanted.") == 2
    assert "✗ Wrong. " in out
    assert "What follows: " in out
    assert "Right is: " in out


def test_a_wrong_number_is_named(shell: Shell) -> None:
    """Decoded in the test: keys alone, or values alone, are half of the cache."""
    for seed in range(100):
        words = ("--topic", "decoding", "--number", "27", "--seed", str(seed))
        answers = right_answers(shell, words)
        place = next((i for i, a in enumerate(answers) if a.endswith(" bytes")), None)
        if place is not None:
            break
    assert place is not None
    half = int(answers[place].removesuffix(" bytes").replace(",", "")) // 2
    out = piped(shell, "\n" * place + f"{half}\n", *words).stdout.decode()
    assert "✗ Wrong. That leaves out a factor of 2: keys and values are both kept" in out


def test_the_document_of_json_is_the_only_thing_on_standard_output(shell: Shell) -> None:
    done = piped(shell, "a\n\n", "--json", *SEEDED)
    content = json.loads(done.stdout)
    assert (content["schema"], content["seed"], content["of"]) == (1, 12, 3)
    assert [a["typed"] for a in content["answers"]] == ["a", ""]
    assert content["answers"][1]["right"] is None
    assert set(content["answers"][0]) == {
        "key", "topic", "kind", "text", "choices", "unit", "typed", "right", "says", "because",
        "answer", "explained", "points",
    }  # fmt: skip
    assert sum(t["answered"] for t in content["topics"]) == 2
    assert sum(day["questions"] for day in content["due"]) == 2
    assert b"1 of 3, " in done.stderr


def test_json_has_no_seed_where_the_schedule_chose(shell: Shell) -> None:
    assert document(shell, "q\n", "--number", "2")["seed"] is None


def test_plain_no_color_and_pipes_have_no_escapes(shell: Shell) -> None:
    for words, env in ((("--plain",), {}), ((), {"NO_COLOR": "1"}), ((), {})):
        shell.env |= env
        out = piped(shell, "a\nq\n", *words, *SEEDED).stdout
        assert b"\x1b" not in out
        assert b"Your answer (a-d): a\n" in out


def test_plain_in_a_terminal_has_no_escapes(shell: Shell) -> None:
    terminal = Terminal(shell, "--plain", *SEEDED)
    terminal.process.expect(PROMPT)
    assert "\x1b" not in terminal.process.before
    assert "─" not in terminal.process.before
    terminal.type("q")
    terminal.rest()


def test_an_encoding_without_the_signs_gets_others(shell: Shell) -> None:
    shell.env |= {"PYTHONIOENCODING": "ascii"}
    done = piped(shell, "a\nb\nc\n", "--seed", "4", "--number", "3")
    assert done.returncode == 0
    assert re.search(rb"^[+x] (Right|Wrong)\.", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    "answers", [b"", b"\n", b"\0\xff\xfe\n", b"\x1b[A\n", b"a" * 100_000, b"\r\n", b"\x04\n"]
)
def test_any_bytes_end_in_a_summary(shell: Shell, answers: bytes) -> None:
    done = piped(shell, answers, *SEEDED)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Traceback" not in done.stdout
    assert b"\x1b" not in done.stdout
    assert re.search(rb"No question was answered|of \d question", done.stdout)


def test_answers_without_an_end_are_not_read_for_ever(shell: Shell) -> None:
    script = f"yes nonsense | {COMMAND} quiz --seed 12"
    done = subprocess.run(
        ["sh", "-c", script], env=shell.env, cwd=shell.folder, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.count(b"That can't be read") == 10


@pytest.mark.parametrize("redirected", ["<&-", "< /dev/null"])
def test_without_a_standard_input_it_ends(shell: Shell, redirected: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} quiz --seed 12 {redirected}"],
        env=shell.env, cwd=shell.folder, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"No question was answered." in done.stdout


def test_a_full_disk_behind_standard_output_is_one_sentence(shell: Shell) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} quiz --seed 12 < /dev/null > /dev/full"],
        env=shell.env, cwd=shell.folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "can't be written" in done.stderr


def test_a_schedule_that_cant_be_kept_is_told_once_and_stops_nothing(shell: Shell) -> None:
    shell.env["XDG_DATA_HOME"] = str(shell.write("in_the_way", ""))
    done = piped(shell, "a\na\nq\n", *SEEDED)
    assert done.returncode == 0
    assert b"of 2 questions right" in done.stdout or b"of 1 question right" in done.stdout
    assert done.stderr.count(b"\n") == 1
    assert b"isn't remembered" in done.stderr


def test_wrong_words_are_refused(shell: Shell) -> None:
    assert "'cooking' is not one of 'attention'" in shell.fail("quiz", "--topic", "cooking")
    assert "0 is not in the range x>=1" in shell.fail("quiz", "--number", "0")
    assert "'x' is not a valid integer" in shell.fail("quiz", "--seed", "x")
    assert "has no folder problems/" in shell.fail("quiz", "--pack", str(shell.home))


def test_a_broken_question_is_told_by_file_and_key(shell: Shell) -> None:
    bank = shell.home / "pack/problems/quiz"
    bank.mkdir(parents=True)
    (shell.home / "pack/graders").mkdir()
    (bank / "attention.toml").write_text("[[question]]\nid = 1\n")
    done = shell.run("quiz", "--pack", str(shell.home / "pack"))
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"Error: {bank}/attention.toml: question[0].id: is 1, wanted str\n"


def test_what_a_pack_asks_cant_act_on_the_terminal(shell: Shell) -> None:
    text = (TINY / "problems/double-it/questions.toml").read_text("utf-8")
    assert "Is doubling exact" in text
    shell.env["TFMDRILL_PACKS"] = str(shell.home / "pack")
    subprocess.run(["cp", "-r", TINY, shell.home / "pack"], check=True)
    path = shell.home / "pack/problems/double-it/questions.toml"
    path.write_text(text.replace("Is doubling exact", "\\u001b[31mIs doubling exact\\u202e"))
    out = piped(shell, "\n" * 60, "--topic", "blocks", "--number", "60", "--seed", "1").stdout
    assert b"\x1b" not in out
    assert "\\x1b[31mIs doubling exact\\u202e" in out.decode()
