import type { ShownView } from '../../control/control-live.js';
import { foreign } from './words.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';

const UNSEEN: Readonly<Record<NonNullable<ShownView['unseen']>, string>> = {
  secret: 'Hidden while a secret is on the page where it cannot be painted over.',
  busy: 'The page does not answer.',
  crashed: 'The page has crashed.',
  dialog: 'The page waits for the answer to a dialog.',
  nothing: 'No page yet.',
};

export function whyNoPicture(unseen: NonNullable<ShownView['unseen']>): string {
  return UNSEEN[unseen];
}

/** An address as a person reads it: masked before it came here; without the part that no server sees. */
export function shownAddress(url: string): Markup {
  const scheme = /^[a-z][a-z0-9+.-]*:/iu.exec(url)?.[0].toLowerCase() ?? '';
  if (scheme === 'about:') return markup`no page yet`;
  if (scheme !== 'http:' && scheme !== 'https:') return foreign(scheme, 40);
  return foreign(url.replace(/#.*$/su, '').replace(/^(https?:\/\/)[^/?@]*@/iu, '$1'), 160);
}

export function titleLine(): Markup {
  return markup`<p class="shown"><span class="whose">page text</span> <span data-title></span></p>`;
}

/** Where a live picture goes; the script fills it while somebody looks. */
export function liveFigure(view: string, name: string, inside?: Markup): Markup {
  return markup`<div class="live" data-view="${view}"><img alt="What ${name} shows now" hidden><p class="blank" data-why>Looking…</p>${inside}</div>`;
}
