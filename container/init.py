# The first process of a browser's container, before and beside the browser. It opens the proxy's port on the
# container's own loopback and hands the open port out, reports the limits as the kernel has them, starts the browser
# when it is told to, and ends when the server's end of the life line closes, however the server ended.
# Podman hands its four descriptors in. Docker cannot: there it dials the server's sockets in the session's folder, and
# passes on what arrives at the proxy's port.
import fcntl
import os
import select
import signal
import socket
import sys

TO_BROWSER, FROM_BROWSER, LIFE, CHANNEL = 3, 4, 5, 6
ST_RDONLY = 1
MAX_WAITING = 1 << 18


def is_plain(c):
    return c.isascii() and c.isprintable() and c not in '"\\'


def escape(c):
    units = c.encode("utf-16-be", "replace")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def encode(value):
    # Python's smallest package has no json; what is told here is flat and plain.
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return '"' + "".join(c if is_plain(c) else escape(c) for c in value) + '"'
    if isinstance(value, dict):
        return "{" + ",".join(f"{encode(key)}:{encode(one)}" for key, one in value.items()) + "}"
    return "[" + ",".join(encode(one) for one in value) + "]"


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return None


def limits():
    # The unified hierarchy (version 2), or one folder for each controller (version 1).
    if os.path.exists("/sys/fs/cgroup/cgroup.controllers"):
        quota, period = ((read("/sys/fs/cgroup/cpu.max") or "max 100000").split() + ["100000"])[:2]
        memory, swap, both = read("/sys/fs/cgroup/memory.max"), read("/sys/fs/cgroup/memory.swap.max"), None
        pids = read("/sys/fs/cgroup/pids.max")
    else:
        quota, period = read("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), read("/sys/fs/cgroup/cpu/cpu.cfs_period_us")
        memory = read("/sys/fs/cgroup/memory/memory.limit_in_bytes")
        swap, both = None, read("/sys/fs/cgroup/memory/memory.memsw.limit_in_bytes")
        pids = read("/sys/fs/cgroup/pids/pids.max")
    lines = (read("/proc/meminfo") or "").splitlines()
    on_machine = next((line.split()[1] for line in lines if line.startswith("SwapTotal:")), None)
    return {
        **{"memory": memory, "swap": swap, "memoryAndSwap": both, "swapOnMachine": on_machine},
        **{"quota": quota, "period": period, "pids": pids},
    }


def status():
    lines = (read("/proc/self/status") or "").splitlines()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    names = ("Uid", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp")
    return {name: " ".join(fields.get(name, "").split()) for name in names}


def namespaces():
    return {name: os.readlink(f"/proc/self/ns/{name}") for name in ("cgroup", "ipc", "mnt", "net", "pid", "uts")}


def mounts():
    # proc(5): number, parent, device, root, place, options, optional fields, "-", kind, source, …
    lines = (read("/proc/self/mountinfo") or "").split("\n")
    told = [(line.split(" ")[4], line.partition(" - ")[2].split(" ")[0]) for line in lines]
    return [f"{place} {kind} {what_is(place)}" for place, kind in told]


def what_is(place):
    # Blanks and backslashes are written as three octal digits.
    first, *rest = place.split("\\")
    path = first + "".join(chr(int(one[:3], 8)) + one[3:] for one in rest)
    if not os.path.isdir(path):
        return "file"
    try:
        return "folder" if os.listdir(path) else "empty"
    except OSError:
        return "folder"


def reach(kind, port, text):
    # The listener outside must not be reached; whether it was, the server knows.
    try:
        with socket.socket(socket.AF_INET, kind) as plain:
            plain.settimeout(1)
            plain.connect(("127.0.0.1", port))
            plain.send(text)
    except OSError:
        pass


def facts(tcp, udp, browsers):
    reach(socket.SOCK_STREAM, tcp, b"GET /container HTTP/1.0\r\n\r\n")
    reach(socket.SOCK_DGRAM, udp, b"jail")
    return {
        "interfaces": [name for _, name in socket.if_nameindex()],
        "readOnly": bool(os.statvfs("/").f_flag & ST_RDONLY),
        "status": status(),
        "namespaces": namespaces(),
        "mounts": mounts(),
        "devices": os.listdir("/dev"),
        "limits": limits(),
        "browser": next((path for path in browsers.split(":") if os.path.exists(path)), None),
    }


def start(browser, switches):
    pid = os.fork()
    if pid != 0:
        return pid
    # Python ignores these, and a child would inherit it.
    for one in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(one, signal.SIG_DFL)
    os.closerange(LIFE, 64)
    os.execv(browser, [browser, *switches])


def dial(path):
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.connect(path)
    return line


def dial_server(folder):
    # The server accepts one connection at each of the three, and closes them before the browser starts.
    lines = {name: dial(f"{folder}/{name}").detach() for name in ("devtools", "life", "channel")}
    kept = {name: fcntl.fcntl(fd, fcntl.F_DUPFD, 64) for name, fd in lines.items()}
    for fd in lines.values():
        os.close(fd)
    for fd, name in ((TO_BROWSER, "devtools"), (FROM_BROWSER, "devtools"), (LIFE, "life"), (CHANNEL, "channel")):
        os.dup2(kept[name], fd, inheritable=False)
    for fd in kept.values():
        os.close(fd)


class End:
    """One of the two sockets of a connection that is passed on."""

    def __init__(self, line):
        self.line, self.waiting = line, bytearray()
        self.ended = self.shut = self.gone = False

    def move(self, events):
        if self.waiting and events & select.EPOLLOUT:
            del self.waiting[: self.line.send(self.waiting)]
        if not self.ended and events & ~select.EPOLLOUT and len(self.peer.waiting) < MAX_WAITING:
            some = self.line.recv(65536)
            self.peer.waiting += some
            self.ended = not some
        elif self.ended and events & (select.EPOLLHUP | select.EPOLLERR):
            # Nobody reads there any more; what came from there is still delivered.
            self.waiting.clear()
            self.shut = self.gone = True

    def finish(self):
        if self.peer.ended and not self.waiting and not self.shut:
            self.shut = True
            self.line.shutdown(socket.SHUT_WR)

    def wanted(self):
        reads = not self.ended and len(self.peer.waiting) < MAX_WAITING
        return (select.EPOLLIN if reads else 0) | (select.EPOLLOUT if self.waiting else 0)


def relay(door, path):
    poll, ends = select.epoll(), {}
    poll.register(door, select.EPOLLIN)
    while True:
        for fd, events in poll.poll():
            if fd == door.fileno():
                connect(poll, ends, door, path)
            elif fd in ends:
                advance(poll, ends, ends[fd], events)


def connect(poll, ends, door, path):
    try:
        with door.accept()[0] as came, dial(path) as goes:
            one, other = End(came.dup()), End(goes.dup())
    except OSError:
        # Given up by the browser, too many, or the server is gone, which the life line tells.
        return
    one.peer, other.peer = other, one
    for end in (one, other):
        end.line.setblocking(False)
        ends[end.line.fileno()] = end
        poll.register(end.line, select.EPOLLIN)


def advance(poll, ends, end, events):
    pair = (end, end.peer)
    try:
        end.move(events)
        for one in pair:
            one.finish()
    except BlockingIOError:
        pass
    except OSError:
        end.shut = end.peer.shut = True
    is_over = end.shut and end.peer.shut
    for one in pair:
        fd = one.line.fileno()
        if is_over:
            ends.pop(fd, None)
            one.line.close()
        elif one.gone:
            if ends.pop(fd, None):
                poll.unregister(fd)
        else:
            poll.modify(fd, one.wanted())


def start_relay(door, path):
    pid = os.fork()
    if pid != 0:
        return pid
    os.closerange(TO_BROWSER, CHANNEL + 1)
    relay(door, path)
    os._exit(1)


def main():
    # An empty folder: the descriptors are there already.
    folder, proxy, tcp, udp, browsers, *switches = sys.argv[1:]
    if folder:
        dial_server(folder)
    for fd in (TO_BROWSER, FROM_BROWSER):
        os.set_inheritable(fd, True)
    channel = socket.socket(fileno=CHANNEL)
    door = socket.create_server(("127.0.0.1", int(proxy)), backlog=511)
    if not folder:
        handed = {"cmd": "NODE_HANDLE", "type": "net.Server", "msg": "door"}
        socket.send_fds(channel, [f"{encode(handed)}\n".encode()], [door.fileno()])
    told = facts(int(tcp), int(udp), browsers)
    channel.sendall(f"{encode({'facts': told})}\n".encode())
    heard = b""
    while b'"go"' not in heard:
        some = channel.recv(4096)
        if not some:
            return 1
        heard += some
    channel.close()
    relaying = start_relay(door, f"{folder}/proxy") if folder else None
    door.close()
    wake, waker = os.pipe()
    for fd in (wake, waker):
        os.set_blocking(fd, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    browser = start(told["browser"], switches)
    while True:
        ready, _, _ = select.select([LIFE, wake], [], [])
        if LIFE in ready and not os.read(LIFE, 1):
            return 0
        if wake in ready:
            os.read(wake, 4096)
        while True:
            try:
                pid, how = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            if pid == browser:
                return os.waitstatus_to_exitcode(how) & 255
            if pid == relaying:
                return 1


# The kernel ends every other process of the container with its first one.
os._exit(main() or 0)
