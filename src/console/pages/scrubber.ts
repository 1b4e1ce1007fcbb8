import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { entryId } from './recorded.js';
import type { RecordEntry } from './recorded.js';
import { emptyBox } from './layout.js';
import { entryPictureFacts, pictureAddress } from './thumbnail.js';
import { moment, shownValue } from './words.js';

/** More would be a bar. */
const MAX_TICKS = 60;

interface ShownPicture {
  readonly address: string;
  /** The entry that it stands with. */
  readonly entry: string;
  readonly words: string;
  readonly time: string;
}

/**
 * All pictures of a session in one row. The script adds a slider and one large picture; without it each picture leads to
 * its entry.
 */
export function scrubber(shown: readonly { readonly entry: RecordEntry; readonly picture?: RecordEntry }[]): Markup {
  const withheld = shown.filter(({ entry, picture }) => isWithheld(picture ?? entry)).length;
  const pictures = shown.flatMap(({ entry, picture }) => pictureOf(entry, picture ?? entry));
  const [first] = pictures;
  if (first === undefined) return noPictures(withheld);
  const last = pictures.length - 1;
  return markup`<section class="scrub" id="scrub" aria-labelledby="scrub-title"><h2 id="scrub-title">Pictures</h2>
<div class="scrub-view" hidden><a href="${first.address}"><img src="${first.address}" alt="${first.words}"></a>
<div class="scrub-bar"><button type="button" class="quiet" data-step="-1" aria-label="Picture before">‹</button>
<input type="range" min="0" max="${last}" value="0" aria-label="Picture of the session" aria-valuetext="${first.words}">
<button type="button" class="quiet" data-step="1" aria-label="Next picture">›</button>${pictures.length <= MAX_TICKS && markup`<span class="ticks" aria-hidden="true">${pictures.map(() => markup`<i></i>`)}</span>`}</div>
<p class="hint"><span data-place>1 of ${pictures.length}</span> · <span data-words>${first.words}</span> · <a href="#${first.entry}" data-entry>its entry</a></p></div>
<ol class="strip">${pictures.map(
    ({ address, entry, words, time }, i) =>
      markup`<li><a href="#${entry}" data-at="${i}" data-picture="${address}"><img src="${address}" alt="${words}" loading="lazy" decoding="async"></a><span class="hint">${moment(time)}</span></li>`,
  )}</ol>
${withheld > 0 && markup`<p class="hint">${withheldWords(withheld)}</p>`}</section>`;
}

function isWithheld(entry: RecordEntry): boolean {
  return entryPictureFacts(entry)?.['withheld'] !== undefined;
}

function pictureOf(entry: RecordEntry, picture: RecordEntry): ShownPicture[] {
  const facts = entryPictureFacts(picture);
  if (facts === undefined || isWithheld(picture)) return [];
  const tool = shownValue(entry.kind === 'call' ? entry.fields['tool'] : 'a call', 60);
  return [
    {
      address: pictureAddress(picture),
      entry: entryId(entry),
      words: `After ${tool}, at ${shownValue(facts['origin'], 100)}`,
      time: picture.time,
    },
  ];
}

function noPictures(withheld: number): Markup {
  const why =
    withheld > 0
      ? withheldWords(withheld)
      : 'Small pictures of the pages are kept from when audit.thumbnails: true stands in the configuration; what was done before has none.';
  return markup`<section id="scrub" aria-label="Pictures">${emptyBox('No pictures of this session', why)}</section>`;
}

function withheldWords(count: number): string {
  return count === 1
    ? 'One picture was not kept: a secret was live in the page.'
    : `${String(count)} pictures were not kept: a secret was live in the pages.`;
}
