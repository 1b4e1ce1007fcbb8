import { fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { foreign } from './words.js';

/** What a page of the demo tried, and what came of it with Gatewright and without. */
export interface ShownTrick {
  readonly tries: string;
  /** The harm that was done, if any was. */
  readonly harm: string | undefined;
  readonly did: readonly string[];
  readonly record: readonly string[];
  readonly harmWithout: string | undefined;
}

/** The two sides of `gatewright demo`, when it is over. */
export function demoPage(frame: PageFrame, tricks: readonly ShownTrick[]): Markup {
  return fullPage(frame, {
    tab: 'record',
    title: 'The demo',
    intro:
      'A shop that somebody broke into, and an agent that obeys everything it reads. Each card says what the page tried, what it got without Gatewright, and what Gatewright did.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-label="What was tried"><ol class="cards one">${tricks.map(trickCard)}</ol>
<p class="links"><a href="/record">The whole record of the demo</a> <a href="/">The session that it left open</a></p></section>`,
  });
}

function trickCard({ tries, harm, did, record, harmWithout }: ShownTrick): Markup {
  return markup`<li class="card sides"><div><h2>The page ${foreign(tries, 200)}</h2>
<p class="whose">without Gatewright</p><p class="level ${harmWithout === undefined ? 'level-ok' : 'level-fail'}">${harmWithout === undefined ? 'Nothing happened.' : foreign(harmWithout, 300)}</p></div>
<div><p class="whose">with Gatewright</p><p class="big level ${harm === undefined ? 'level-ok' : 'level-fail'}">${harm === undefined ? 'Stopped' : markup`Not stopped: ${foreign(harm, 300)}`}</p>
${did.map((line) => markup`<p>${foreign(line, 300)}</p>`)}${record.map((line) => markup`<p class="hint">record: ${foreign(line, 300)}</p>`)}</div></li>`;
}
