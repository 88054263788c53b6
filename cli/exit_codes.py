"""What the command exits with, for those who watch it: cron, systemd, a monitor."""

from teamlandkarte.index.errors import ConfigError, GateError, RefreshLockedError, TeamlandkarteError

FAILED = 1
CONFIGURATION = 2
LOCKED = 3
REFUSED = 4
INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it

REFRESH_CODES = (
    "Exit codes: 0 published, or nothing had changed; 1 failed; 2 wrong configuration or usage; 3 another run is going "
    "on; 4 a check refused to publish; 130 stopped by SIGTERM or Ctrl-C. After all but 0 the old version is current."
)
SCHEDULE_CODES = (
    "Exit codes: 0 stopped while no refresh ran; 2 wrong configuration or usage; 130 stopped in mid-refresh, which is "
    "recorded as failed. A refresh that fails does not end the schedule: see [notify] and [metrics]."
)


def exit_code(error: TeamlandkarteError) -> int:
    """Return what the command exits with after an error."""
    match error:
        case ConfigError():
            return CONFIGURATION
        case RefreshLockedError():
            return LOCKED
        case GateError():
            return REFUSED
        case _:
            return FAILED
