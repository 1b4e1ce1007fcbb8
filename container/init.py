# The first process of a browser's container, before and beside the browser. It opens the proxy's port on the
# container's own loopback and hands the open port out, reports the limits as the kernel has them, starts the browser
# when it is told to, and ends when the server's end of the life line closes, however the server ended.
import os
import select
import signal
import socket
import sys

TO_BROWSER, FROM_BROWSER, LIFE, CHANNEL = 3, 4, 5, 6
ST_RDONLY = 1


def encode(value):
    # Python's smallest package has no json; what is told here is flat and plain.
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return '"' + "".join(c if c.isascii() and c.isprintable() and c not in '"\\\\' else "?" for c in value) + '"'
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
        memory, swap = read("/sys/fs/cgroup/memory.max"), read("/sys/fs/cgroup/memory.swap.max")
        pids = read("/sys/fs/cgroup/pids.max")
    else:
        quota, period = read("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), read("/sys/fs/cgroup/cpu/cpu.cfs_period_us")
        memory = read("/sys/fs/cgroup/memory/memory.limit_in_bytes")
        swap, pids = None, read("/sys/fs/cgroup/pids/pids.max")
    return {"memory": memory, "swap": swap, "quota": quota, "period": period, "pids": pids}


def status():
    lines = (read("/proc/self/status") or "").splitlines()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    names = ("Uid", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp")
    return {name: " ".join(fields.get(name, "").split()) for name in names}


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


def main():
    proxy, tcp, udp, browsers, *switches = sys.argv[1:]
    for fd in (TO_BROWSER, FROM_BROWSER):
        os.set_inheritable(fd, True)
    channel = socket.socket(fileno=CHANNEL)
    door = socket.create_server(("127.0.0.1", int(proxy)), backlog=511)
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


# The kernel ends every other process of the container with its first one.
os._exit(main() or 0)
