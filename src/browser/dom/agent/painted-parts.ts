import { attribute, documentBody, localName } from './dom-primordials.js';
import { queryDeep } from './query-deep.js';

const MAX_ELEMENTS = 20_000;
const MAX_VIDEOS = 100;
const MAX_CUES = 2_000;
const BUTTONS = ['up', 'down', 'left', 'right'].map((side) => `::scroll-button(${side})`);
const MARK = '::scroll-marker';

/**
 * Texts that the browser paints in parts of its own, which no element holds and no layout tells of: captions of videos,
 * and the buttons and marks of scrollers. Where they stand cannot be told.
 */
export function textsOfParts(): readonly string[] {
  return [...captions(), ...scrollerTexts()].filter((text) => text !== '');
}

function captions(): string[] {
  const videos = queryDeep('video', MAX_VIDEOS).filter((one) => one instanceof HTMLVideoElement);
  const tracks = videos.flatMap((video) => [...video.textTracks]).filter(({ mode }) => mode === 'showing');
  const cues = tracks.flatMap((track) => [...(track.cues ?? [])].slice(0, MAX_CUES));
  const texts = cues.flatMap((cue) => (cue instanceof VTTCue ? [cue.text.replace(/<[^>]*>/gu, '')] : []));
  return [...texts, texts.join('')];
}

function scrollerTexts(): string[] {
  if (!CSS.supports(`selector(${MARK})`)) return [];
  const elements = queryDeep('*', MAX_ELEMENTS);
  const scrollers = elements.filter(mayScroll);
  const buttons = scrollers.flatMap((scroller) => BUTTONS.map((part) => contentOf(scroller, part)));
  const isMarked = scrollers.some((one) => groupOf(one) !== 'none');
  const marks = isMarked ? elements.map((element) => contentOf(element, MARK)) : [];
  // One letter on each of them is a word, too.
  return [...buttons, ...marks, buttons.join(''), marks.join('')];
}

/** The page itself scrolls whatever its root says. */
function mayScroll(element: Element): boolean {
  if (localName(element) === 'html' || element === documentBody(document)) return true;
  const { overflowX, overflowY } = getComputedStyle(element);
  return SCROLLS.test(overflowX) || SCROLLS.test(overflowY);
}

const SCROLLS = /auto|scroll|hidden/u;

function groupOf(element: Element): string {
  return getComputedStyle(element).getPropertyValue('scroll-marker-group') || 'none';
}

/** All strings of `content`, those in functions and after its slash too: too much is no picture, too little a secret. */
function contentOf(element: Element, part: string): string {
  const { content } = getComputedStyle(element, part);
  if (content === 'none' || content === 'normal') return '';
  const said = content.replace(ATTRIBUTE, (_, name: string) => JSON.stringify(attribute(element, name) ?? ''));
  const strings = said.match(/"(?:[^"\\]|\\.)*"/gu) ?? [];
  return strings.map((one) => one.slice(1, -1).replace(/\\(["\\])/gu, '$1')).join('');
}

const ATTRIBUTE = /attr\(\s*([^\s,)]+)[^)]*\)/gu;
