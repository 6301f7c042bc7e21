"""Internals of libraries that the program uses, and the check that the installed versions have them.

Only `uno_tui.tui`, `uno_tui.cluster.nats.client`, `uno_server.line.driver` and `uno_server.ssh.asyncssh_hooks` use
such names. Each of them calls `require` when it is imported. A limit or a safeguard that hangs on a missing name would
otherwise be off unnoticed.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from inspect import isfunction
from typing import Any, Final

INTERNALS: Final = {
    "asyncio.selector_events:_SelectorSocketTransport": ("max_size",),
    "asyncssh.channel:SSHChannel": ("_env",),
    "asyncssh.connection:SSHConnection": (
        "_packet_handlers", "_transport", "data_received", "pause_writing", "resume_writing", "send_packet",
        "send_userauth_failure", "send_userauth_success",
    ),
    "asyncssh.connection:SSHServerConnection": ("reload_config",),
    "asyncssh.connection:SSHServerConnection.__init__": ("loop", "options", "wait"),
    "asyncssh.constants": ("MSG_IGNORE", "MSG_USERAUTH_REQUEST"),
    "asyncssh.kex": ("get_kex_algs",),
    "asyncssh.packet": ("SSHPacketLogger",),
    "asyncssh.packet:SSHPacket": ("get_byte", "get_full_payload", "get_string"),
    "nats.aio.client:Client": (
        "_attempt_reconnect", "_pending", "_pending_data_size", "_process_msg", "_ps", "_subs", "_transport",
    ),
    "nats.aio.transport:TcpTransport": ("_io_writer",),
    "rich.console:Console.__init__": ("_environ",),
    "textual._styles_cache:StylesCache": ("clear",),
    "textual._xterm_parser:XTermParser": ("_parse_extended_key", "_timeout_time", "feed", "tick"),
    "textual._xterm_parser:XTermParser._parse_extended_key": ("__wrapped__",),
    "textual.app:App": (
        "_BASE_PATH", "_batch_count", "_begin_update", "_capture_stderr", "_capture_stdout",
        "_close_messages_no_wait", "_devtools_redirector", "_disable_notifications", "_disable_tooltips", "_driver",
        "_end_update", "_exception", "_exit_renderables", "_fatal_error", "_print_error_renderables",
        "_process_messages", "_prune", "_ready", "_register", "_register_child", "_return_code", "_running",
        "_set_pointer_shape", "_start_widget", "_sync_available", "animator", "css_monitor", "devtools", "features",
        "stylesheet",
    ),
    "textual.cache:LRUCache": ("_cache",),
    "textual.css.model": ("RuleSet",),
    "textual.css.parse:parse": ("is_default_rules", "scope", "tie_breaker", "variable_tokens"),
    "textual.css.styles:RenderStyles": ("node",),
    "textual.css.stylesheet:Stylesheet": (
        "_parse_rules", "_process_component_classes", "_require_parse", "_variables", "set_variables", "source",
    ),
    "textual.css.tokenize": ("tokenize_values",),
    "textual.dom:DOMNode": (
        "_closed", "_closing", "_component_styles", "_get_component_classes", "_mounted_event", "_parent", "_pruning",
        "_running", "_task",
    ),
    "textual.driver:Driver": (
        "_app", "_down_buttons", "_loop", "_size", "disable_input", "flush", "process_message", "send_message",
        "start_application_mode", "stop_application_mode",
    ),
    "textual.events:Event": ("is_forwarded",),
    "textual.filter:ANSIToTruecolor": ("_terminal_theme",),
    "textual.message_pump:MessagePump": ("_get_message", "_message_queue", "_pending_message"),
    "textual._compositor:Compositor": ("_dirty_regions", "update_widgets"),
    "textual.widget:Widget": ("_container_size", "_get_virtual_dom", "_size", "_size_updated"),
    "textual.screen:Screen": (
        "_compositor", "_compositor_refresh", "_dirty_widgets", "_layout_required", "_layout_widgets",
        "_on_timer_update", "_pop_result_callback",
        "_refresh_layout", "_repaint_required", "_result_callbacks", "_screen_resized", "is_active", "set_focus",
    ),
    "textual.strip:Strip.__init__": ("cell_length", "segments"),
}  # fmt: skip  # a table
"""Internal names that the program uses, by owner: a module, a class, or a function (for names of parameters)."""


class LibraryError(ImportError):
    """An installed library lacks internal names that the program needs; the text lists the names and the version."""

    def __init__(self, library: str, names: list[str]) -> None:
        self.library = f"{library} {_version(library)}"
        """The library with its installed version."""
        self.names = ", ".join(names)
        self.tested = _tested(library)
        """The versions known to work, such as ``rich<15,>=14``; empty if they cannot be found out."""
        more = f"; uno-tui works with {self.tested}" if self.tested else ""
        super().__init__(f"{self.library} has no {self.names}{more}", name=library)


def missing(library: str) -> list[str]:
    """Return the needed internal names that the installed library lacks, sorted."""
    return sorted(
        f"{owner}.{name}".replace(":", ".")
        for owner, names in INTERNALS.items()
        if owner.partition(".")[0] == library
        for name in names
        if not _has(owner, name)
    )


@cache
def require(library: str) -> None:
    """Check all internals of a library.

    Raises:
        LibraryError: the installed version lacks some of them.
    """
    if lost := missing(library):
        raise LibraryError(library, lost)


def _has(owner: str, name: str) -> bool:
    """Return whether a module, class or function has a name; for a class, attributes set by `__init__` count."""
    module, _, path = owner.partition(":")
    try:
        found: Any = import_module(module)
        for part in path.split(".") if path else ():
            found = getattr(found, part)
    except (ImportError, AttributeError):
        return False
    if isfunction(found) and name in found.__code__.co_varnames:
        return True
    initializers = [vars(kind).get("__init__") for kind in getattr(found, "__mro__", ())]
    return hasattr(found, name) or any(name in one.__code__.co_names for one in initializers if isfunction(one))


def _version(library: str) -> str:
    try:
        return version("nats-py" if library == "nats" else library)
    except PackageNotFoundError:  # a part of Python itself
        return "of this Python"


def _tested(library: str) -> str:
    """Return the range of library versions known to work; empty if it cannot be found out."""
    try:
        wanted = requires("uno-tui") or []
    except PackageNotFoundError:  # started from a checkout that is not installed
        return ""
    return "".join(one for one in wanted if one.startswith(library) and "extra" not in one)
