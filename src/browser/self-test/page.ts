import type { Canary } from './canary.js';

/** Nobody's name: its pages are made up by us and never asked of anybody. */
export const ORIGIN = 'https://self-test.invalid';

/** With the right switch ICE may never complete, without it the first datagram comes after some 15 ms. */
export const SILENCE_MS = 300;

/** Our proxy answers strangers with a question, and whoever waits for a person to answer that is over by then. */
const LANDING_MS = 60;

/** How the page tells us how far it is. */
export const BINDING = 'tellGatewright';

/** A page that tries what has led around proxies: `begun` when all is under way, `tried` when it is over. */
export function pageText({ tcp, udp }: Canary): string {
  const at = `127.0.0.1:${tcp}`;
  const socket = `new WebSocket('ws://${at}/worker-websocket').onclose = () => postMessage(0);`;
  const shared = `onconnect = ({ ports: [port] }) => {
    const done = () => port.postMessage(0);
    fetch('http://${at}/shared-worker', { mode: 'no-cors' }).then(done, done);
  };`;
  return `<!doctype html><title>self-test</title><body><script>
  const script = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const answered = (from) => new Promise((done) => { from.onmessage = done; });
  const ask = async () => {
    const call = new RTCPeerConnection({ iceServers: [{ urls: ['stun:127.0.0.1:${udp}', 'stun:localhost:${udp}'] }] });
    call.createDataChannel('x');
    await call.setLocalDescription();
  };
  const transport = async () => { if (self.WebTransport) await new WebTransport('https://127.0.0.1:${udp}/').ready; };
  // The slowest to be silent comes first.
  const silence = ask().then(() => {
    ${BINDING}('begun');
    return new Promise((done) => { setTimeout(done, ${SILENCE_MS}); });
  });
  const over = Promise.allSettled([
    fetch('/redirect', { mode: 'no-cors' }),
    fetch('http://localhost:${tcp}/name', { mode: 'no-cors' }),
    answered(new Worker(script(${JSON.stringify(socket)}))),
    answered(new SharedWorker(script(${JSON.stringify(shared)})).port),
  ]);
  const landed = silence.then(() => new Promise((done) => { setTimeout(done, ${LANDING_MS}); }));
  Promise.all([silence, Promise.race([over, landed])]).then(() => ${BINDING}('tried'));
  transport().catch(() => 0);
  </script>`;
}
