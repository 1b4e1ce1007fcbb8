import type { Canary } from './canary.js';

/** A name that cannot exist (`.invalid`, RFC 2606): we answer for its pages, and no request for them leaves. */
export const ORIGIN = 'https://self-test.invalid';

export const NAVIGATION = '/navigation';

/** With the right switch ICE may never complete, without it the first datagram comes after some 15 ms. */
export const SILENCE_MS = 300;

/**
 * In a jail no datagram of the page can arrive, whatever the switches are, and the program that opened the jail's port
 * has tried so; the page's own datagram tests the same a second time. Where this very browser was silent before, it is
 * waited for less long.
 */
export const SILENCE_BEHIND_JAIL_MS = 100;

/** What was sent off last has landed by then, if nothing is in its way; whatever lands later ends the browser. */
const LANDING_MS = 60;

/** How the page tells us how far it is. */
export const BINDING = 'tellGatewright';

/** Where a navigation goes that must not arrive without the proxy. */
export function navigationUrl({ host, tcp, path }: Canary): string {
  return `http://${host}:${tcp}${path}${NAVIGATION}`;
}

/**
 * A page that tries what has led around proxies: `begun` when all is under way, `tried` when a while has passed, `ended`
 * when its navigation got an answer.
 */
export function pageText(canary: Canary, silenceMs: number): string {
  const { tcp, udp, host, name, path } = canary;
  const at = `${host}:${tcp}${path}`;
  const socket = `new WebSocket('ws://${at}/worker-websocket'); postMessage(0);`;
  const shared = `onconnect = ({ ports: [port] }) => {
    fetch('http://${at}/shared-worker', { mode: 'no-cors' }).catch(() => 0);
    port.postMessage(0);
  };`;
  return `<!doctype html><title>self-test</title><body><script>
  const script = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const ready = (from) => new Promise((done) => { from.onmessage = done; });
  const ask = async () => {
    const call = new RTCPeerConnection({ iceServers: [{ urls: ['stun:${host}:${udp}', 'stun:${name}:${udp}'] }] });
    call.createDataChannel('x');
    await call.setLocalDescription();
  };
  const transport = () => { if (self.WebTransport) new WebTransport('https://${host}:${udp}/').ready.catch(() => 0); };
  const leave = () => {
    const frame = document.createElement('iframe');
    frame.src = 'http://${at}${NAVIGATION}';
    frame.onload = () => ${BINDING}('ended');
    document.body.append(frame);
  };
  // The slowest to be silent comes first, and what costs a process comes in its silence.
  const asked = ask().then(() => performance.now());
  asked.then(leave);
  fetch('/redirect', { mode: 'no-cors' }).catch(() => 0);
  fetch('http://${name}:${tcp}${path}/name', { mode: 'no-cors' }).catch(() => 0);
  transport();
  Promise.all([
    ready(new Worker(script(${JSON.stringify(socket)}))),
    ready(new SharedWorker(script(${JSON.stringify(shared)})).port),
    asked,
  ]).then(([, , since]) => {
    ${BINDING}('begun');
    setTimeout(${BINDING}, Math.max(${LANDING_MS}, since + ${silenceMs} - performance.now()), 'tried');
  });
  </script>`;
}
