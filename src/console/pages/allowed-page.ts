import { csrfField, emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { foreign } from './words.js';

export interface ServerPosture {
  readonly id: string;
  readonly transport: string;
  readonly lines: readonly string[];
}

export interface Tried {
  readonly url: string;
  /** What each running server says; without one, what the configuration says. */
  readonly answers: readonly TriedAnswer[];
}

interface TriedAnswer {
  /** The server; undefined: none runs, and the configuration was asked. */
  readonly by: string | undefined;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason: string;
  readonly addresses: readonly { readonly address: string; readonly class: string }[];
  readonly hint?: string | undefined;
}

const VERDICTS = { allow: 'Would be opened', ask: 'A person would be asked', deny: 'Would be refused' } as const;

export function allowedPage(frame: PageFrame, servers: readonly ServerPosture[], tried?: Tried): Markup {
  return fullPage(frame, {
    tab: 'allowed',
    title: 'Allowed',
    intro: 'What the configuration lets agents do. It is changed in its file, by you, and never from here.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-labelledby="try"><h2 id="try">Try an address</h2>
<form method="post" action="/allowed/try" class="try">${csrfField(frame)}<label for="url">Address</label>
<div class="pair"><input id="url" name="url" type="text" inputmode="url" autocomplete="off" spellcheck="false" maxlength="2000" required placeholder="https://example.com/" value="${tried?.url}"><button class="yes">Try</button></div>
<p class="hint">Nothing is opened. Each running server judges it as it would judge an agent’s call; where none runs, the configuration of this workspace does. A name that is allowed is looked up.</p></form>
${tried?.answers.map((answer) => verdict(tried.url, answer))}</section>
<section aria-labelledby="posture"><h2 id="posture">Posture</h2>
${servers.length === 0 && emptyBox('No server is running', 'Each running server tells here what it lets agents do.')}
${servers.map((server) => markup`<div class="card"><h3>Server ${server.id} <small>${server.transport}</small></h3><dl class="rows">${server.lines.map(line)}</dl></div>`)}</section>`,
  });
}

function verdict(url: string, { by, verdict: kind, rule, reason, addresses, hint }: TriedAnswer): Markup {
  return markup`<div class="verdict ${kind}" role="status"><p class="big">${VERDICTS[kind]}</p>
<dl class="rows"><div><dt>judged by</dt><dd>${by === undefined ? 'the configuration; no server is running' : `server ${by}`}</dd></div><div><dt>address</dt><dd>${foreign(url, 300)}</dd></div><div><dt>rule</dt><dd>${rule}</dd></div><div><dt>reason</dt><dd>${foreign(reason, 500)}</dd></div>
${addresses.map(({ address, class: what }) => markup`<div><dt>resolves to</dt><dd>${address}, ${what}</dd></div>`)}
${hint !== undefined && markup`<div><dt>hint</dt><dd>${foreign(hint, 500)}</dd></div>`}</dl></div>`;
}

/** `allow: every public origin` */
function line(text: string): Markup {
  const at = text.indexOf(': ');
  const [label, words] = at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 2)];
  const loud = (label === 'unsafe' || label === 'warning') && markup` class="${label}"`;
  return markup`<div${loud}><dt>${label}</dt><dd>${foreign(words, 600)}</dd></div>`;
}
