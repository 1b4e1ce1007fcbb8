import { emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { tryForm, tryLink, verdictBox } from './try-form.js';
import type { Trial, Tried } from './try-form.js';
import { foreign } from './words.js';

export interface ServerPosture {
  readonly id: string;
  readonly transport: string;
  readonly lines: readonly string[];
}

export function allowedPage(frame: PageFrame, servers: readonly ServerPosture[], trial: Trial, tried?: Tried): Markup {
  return fullPage(frame, {
    tab: 'allowed',
    title: 'Allowed',
    intro: 'What the configuration lets agents do. It is changed in its file, by you, and never from here.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-labelledby="try"><h2 id="try">What would happen if</h2>
${tried?.answers.map((answer) => verdictBox(tried, answer))}
${tryForm(frame, trial)}${tried && tryLink(tried)}</section>
<section aria-labelledby="posture"><h2 id="posture">Posture</h2>
${servers.length === 0 && emptyBox('No server is running', 'When a server runs, this page shows what it lets agents do.')}
${servers.map((server) => markup`<div class="card"><h3>Server ${server.id} <small>${server.transport}</small></h3><dl class="rows">${server.lines.map(line)}</dl></div>`)}</section>`,
  });
}

/** `allow: every public origin` */
function line(text: string): Markup {
  const at = text.indexOf(': ');
  const [label, words] = at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 2)];
  const loud = (label === 'unsafe' || label === 'warning') && markup` class="${label}"`;
  return markup`<div${loud}><dt>${label}</dt><dd>${foreign(words, 600)}</dd></div>`;
}
