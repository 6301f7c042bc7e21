"""Completion of command lines by the shell: what fits at the cursor, and the scripts that ask for it.

A script starts the program again with `VARIABLE` set to the shell's name, and `WORDS` to the words up to the cursor, a
line each. The answer has a completion a line: its kind, a comma, and the text that replaces the word at the cursor.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

from uno_tui.bots import LEVELS
from uno_tui.game.rules import OPTIONS, PRESETS
from uno_tui.local.settings import AUTO

VARIABLE: Final = "_UNO_COMPLETE"
WORDS: Final = "_UNO_WORDS"
SHELLS: Final = ("bash", "zsh", "fish")

OPEN: Final = "open"
"""Type of a completion that is only the beginning of a word, so that the shell adds no space after it."""
_WORD: Final = "word"
_PATH: Final = "path"
"""Type of a completion that is a file path, which the shell quotes."""


# The type of an item is quoted, because click has a parameter for it only since 8.4.
def fitting(incomplete: str, words: Iterable[str], kind: str = _WORD) -> list["CompletionItem[str]"]:
    """Return the words that begin with the typed text."""
    return [CompletionItem(word, type=kind) for word in words if word.startswith(incomplete)]


def complete_preset(_context: object, _parameter: object, incomplete: str) -> list["CompletionItem[str]"]:
    """Return the presets."""
    return fitting(incomplete, PRESETS)


def complete_setting(_context: object, _parameter: object, incomplete: str) -> list["CompletionItem[str]"]:
    """Return completions for a rules setting: option names, or the values of the typed option."""
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return fitting(incomplete, (f"{option}=" for option in OPTIONS), OPEN)
    if name not in OPTIONS:
        return []
    option = OPTIONS[name]
    values = sorted({*option.values, option.default}) if option.is_range else option.values
    return fitting(incomplete, (f"{name}={option.text(value)}" for value in values))


def complete_level(_context: object, _parameter: object, incomplete: str) -> list["CompletionItem[str]"]:
    """Return completions for bot levels, keeping levels already typed before a comma."""
    typed = incomplete.rpartition(",")[0]
    return fitting(incomplete, (f"{typed},{level}" if typed else level for level in LEVELS))


def complete_theme(_context: object, parameter: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """Return the names of all themes, and for `--theme` also the word for automatic choice."""
    from uno_tui.local.theme_files import available, user_folder  # noqa: PLC0415  # only when needed

    automatic = [AUTO] if parameter.name == "theme" else []
    return fitting(incomplete, [*automatic, *available(user_folder())])


def complete_record(_context: object, _parameter: object, incomplete: str) -> list["CompletionItem[str]"]:
    """Return completions for record files; without any typed text, records of own matches come first."""
    from uno_tui.local.record_folder import own_record_folder  # noqa: PLC0415  # the same

    kept = [] if incomplete else [str(one.path) for one in own_record_folder().summaries()]
    return [*(CompletionItem(path, type=_PATH) for path in kept), *_files(incomplete)]


def complete_command(context: click.Context, _parameter: object, incomplete: str) -> list["CompletionItem[str]"]:
    """Return the commands."""
    root = context.find_root().command
    return fitting(incomplete, root.list_commands(context) if isinstance(root, click.Group) else ())


def _files(incomplete: str, *, folders_only: bool = False) -> Iterator["CompletionItem[str]"]:
    """Yield files and folders whose path begins with the typed text; a leading ``~`` is kept."""
    typed, _, begun = incomplete.rpartition("/")
    shown = f"{typed}/" if "/" in incomplete else ""
    try:
        paths = sorted(Path(shown or ".").expanduser().iterdir())
    except (OSError, RuntimeError):  # no such folder; no such user
        return
    for path in paths:
        if path.name.startswith(begun) and path.name.startswith(".") <= begun.startswith("."):
            if path.is_dir():
                yield CompletionItem(f"{shown}{path.name}/", type=OPEN)
            elif not folders_only:
                yield CompletionItem(f"{shown}{path.name}", type=_PATH)


class _Complete(ShellComplete):
    """Base of the completion classes, with the output format that all shell scripts read."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, without the program name, and the part of the word before the cursor."""
        _, *words = os.environ.get(WORDS, "").split("\n")
        return words[:-1], words[-1] if words else ""

    def complete(self) -> str:
        """Return the completions of the word before the cursor, one per line: `type,value`."""
        args, incomplete = self.get_completion_args()
        try:
            found = list(self.get_completions(args, incomplete))
        except click.UsageError:  # words before the cursor are wrong
            return ""
        option, equals, value = incomplete.partition("=")
        joined = f"{option}=" if equals and option.startswith("--") else ""
        items = _with_files(found, value if joined else incomplete)
        return "\n".join(f"{_WORD if item.type == 'plain' else item.type},{joined}{item.value}" for item in items)


def _with_files(found: Iterable["CompletionItem[str]"], incomplete: str) -> Iterator["CompletionItem[str]"]:
    """Yield completions; click's placeholders for any file or folder become real paths."""
    for item in found:
        if item.type in ("file", "dir"):
            yield from _files(incomplete, folders_only=item.type == "dir")
        else:
            yield item


@add_completion_class
class _Bash(_Complete):
    """Completion for bash, which splits words at ``=`` and replaces only the part after the last one."""

    name = "bash"
    source_template = """\
_uno_complete() {
    local IFS=$'\\n' typed=${COMP_LINE:0:COMP_POINT} words kind text cut=
    IFS=' ' read -r -a words <<< "$typed"
    [[ $typed == *' ' ]] && words+=('')
    typed=${words[${#words[@]}-1]}
    [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]] && cut=${typed%%=*}=
    COMPREPLY=()
    while IFS=, read -r kind text; do
        [[ $kind == open ]] && compopt -o nospace 2> /dev/null
        [[ $kind == path || $text == */ ]] && compopt -o filenames 2> /dev/null
        text=${text#"$cut"}
        [[ -n $kind ]] && COMPREPLY+=("${text%%/}")
    done < <(_UNO_WORDS="${words[*]}" _UNO_COMPLETE=bash_complete "${words[0]}" 2> /dev/null)
}
complete -o nosort -F _uno_complete uno 2> /dev/null || complete -F _uno_complete uno
"""


@add_completion_class
class _Zsh(_Complete):
    """zsh."""

    name = "zsh"
    source_template = """\
#compdef uno
_uno_complete() {
    local line typed
    typed=(${words[1,CURRENT-1]} "$PREFIX")
    for line in ${(f)"$(_UNO_WORDS=${(pj:\\n:)typed} _UNO_COMPLETE=zsh_complete $words[1] 2> /dev/null)"}; do
        case ${line%%%%,*} in
            open) compadd -U -S '' -- ${line#*,} ;;
            path) compadd -U -f -- ${line#*,} ;;
            *) compadd -U -- ${line#*,} ;;
        esac
    done
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _uno_complete "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
    compdef _uno_complete uno
fi
"""


@add_completion_class
class _Fish(_Complete):
    """Completion for fish, which adds no space after ``=`` and ``/``."""

    name = "fish"
    source_template = """\
function __uno_complete
    set --local words (commandline --cut-at-cursor --current-process --tokenize)
    set --append words (commandline --cut-at-cursor --current-token)
    set --local --export _UNO_COMPLETE fish_complete
    set --local --export _UNO_WORDS (string join \\n -- $words | string collect)
    for line in ($words[1] 2> /dev/null)
        string replace --regex '^[a-z]*,' '' -- $line
    end
end
complete --command uno --no-files --arguments '(__uno_complete)'
"""


def script(command: click.Command, shell: str) -> str:
    """Return the script of a shell."""
    kinds = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}
    return kinds[shell](command, {}, "uno", VARIABLE).source()
