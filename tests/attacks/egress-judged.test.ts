import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Ways in which a page reaches out by itself. TO is the forbidden host and port. */
const WAYS: Readonly<Record<string, string>> = {
  image: '<img src="http://TO/image">',
  script: '<script src="http://TO/script"></script>',
  style: '<link rel="stylesheet" href="http://TO/style">',
  font: '<style>@font-face{font-family:f;src:url(http://TO/font)}p{font-family:f}</style><p>x</p>',
  frame: '<iframe src="http://TO/frame"></iframe>',
  srcdoc: '<iframe srcdoc="<img src=http://TO/srcdoc>"></iframe>',
  object: '<object data="http://TO/object"></object>',
  video: '<video src="http://TO/video" preload="auto"></video>',
  fetch: '<script>fetch("http://TO/fetch",{mode:"no-cors"})</script>',
  xhr: '<script>x=new XMLHttpRequest;x.open("GET","http://TO/xhr");x.send()</script>',
  beacon: '<script>navigator.sendBeacon("http://TO/beacon","x")</script>',
  keepalive: '<script>fetch("http://TO/keepalive",{method:"POST",mode:"no-cors",keepalive:true,body:"x"})</script>',
  eventsource: '<script>new EventSource("http://TO/eventsource")</script>',
  websocket: '<script>new WebSocket("ws://TO/websocket")</script>',
  worker:
    '<script>new Worker(URL.createObjectURL(new Blob([`fetch("http://TO/worker",{mode:"no-cors"});new WebSocket("ws://TO/wws")`])))</script>',
  shared:
    '<script>new SharedWorker(URL.createObjectURL(new Blob([`fetch("http://TO/shared",{mode:"no-cors"});new WebSocket("ws://TO/sws")`])))</script>',
  service: '<script>navigator.serviceWorker.register("/sw.js")</script>',
  ping: '<a id="a" href="#x" ping="http://TO/ping">x</a><script>a.click()</script>',
  prefetch: '<link rel="prefetch" href="http://TO/prefetch">',
  preconnect: '<link rel="preconnect" href="http://TO/">',
  preload: '<link rel="preload" as="image" href="http://TO/preload">',
  speculation:
    '<script type="speculationrules">{"prefetch":[{"urls":["http://TO/speculation"],"eagerness":"immediate"}],"prerender":[{"urls":["http://TO/prerender"],"eagerness":"immediate"}]}</script>',
  redirect: '<img src="/away">',
  popup: '<script>window.open("http://TO/popup","","noopener")</script>',
  form: '<form id="f" target="x" method="post" action="http://TO/form"></form><iframe name="x"></iframe><script>f.submit()</script>',
  css: '<div style="background:url(http://TO/css);width:9px;height:9px"></div>',
  svg: '<svg><image href="http://TO/svg" width="9" height="9"/></svg>',
  rtc: '<script>p=new RTCPeerConnection({iceServers:[{urls:"stun:UDP"},{urls:"turn:TO?transport=tcp",username:"u",credential:"c"}]});p.createDataChannel("x");p.createOffer().then(o=>p.setLocalDescription(o))</script>',
  transport: '<script>try{new WebTransport("https://UDP/wt")}catch{}</script>',
};

promised('egress-judged', () => {
  let hostile: Site;
  let forbidden: Site;
  let gatewright: Running;
  let datagrams = 0;
  const udp = createSocket('udp4');
  beforeAll(async () => {
    udp.on('message', () => (datagrams += 1));
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    forbidden = await startSite({});
    const place = (text: string): string =>
      text.replaceAll('TO', forbidden.host).replaceAll('UDP', `127.0.0.1:${udp.address().port}`);
    hostile = await startSite({
      ...Object.fromEntries(
        Object.entries(WAYS).map(([name, body]) => [`/${name}`, html(`<h1>${name}</h1>${place(body)}`)]),
      ),
      '/away': (_, response) => response.writeHead(302, { location: forbidden.url('/away') }).end(),
      '/sw.js': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end(
            place(
              'self.oninstall=(e)=>e.waitUntil(fetch("http://TO/sw",{mode:"no-cors"}).catch(()=>0));new WebSocket("ws://TO/swws")',
            ),
          ),
    });
    // The forbidden host is opened as an address, so that only the allowlist stands between.
    const args = ['--allow', hostile.origin, '--allow-private', `${hostile.host},${forbidden.host}`];
    gatewright = await start({ args });
  });
  afterAll(async () => {
    await gatewright.close();
    await hostile.close();
    await forbidden.close();
    udp.close();
  });

  it.each(Object.keys(WAYS))('%s', async (way) => {
    const reply = await gatewright.call('browser_navigate', { url: hostile.url(`/${way}`), snapshot: 'none' });
    expect(
      hostile.seen.some(({ path }) => path === `/${way}`),
      reply.text,
    ).toBe(true);
    await gatewright.call('browser_wait_for', { seconds: 0.4 });
    expect(forbidden.connections()).toBe(0);
    expect(datagrams).toBe(0);
  });

  it('says what was refused', async () => {
    await gatewright.call('browser_navigate', { url: hostile.url('/image'), snapshot: 'none' });
    const { text } = await gatewright.call('browser_network_read', {});
    expect(text).toContain(forbidden.host);
    expect(text).toMatch(/refused/u);
  });
});
