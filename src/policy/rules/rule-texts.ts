import { dropInvisible } from '../../core/index.js';
import type { Target } from '../../core/index.js';
import { isSubmitControl, submitsForm } from './form-submit.js';
import { activates, readKey } from './risk/pressed-key.js';
import type { Subject } from './rule.js';

// What the conditions `name`, `url` and `text` of an operator's rule are matched against.

/** The accessible name, what is shown instead of it, the button that is pressed with it, and the options that are chosen. */
export function namesOf(subject: Subject, target: Target): string[] {
  const element = target.kind === 'element' ? subject.callFacts.elements.get(target) : undefined;
  if (element === undefined) return [];
  const pressed = submitsForm(subject, target) ? element.form?.submitName : undefined;
  const chosen = target.kind === 'element' && target.intent === 'select' ? [target.text] : [];
  const marked = takesMarked(subject, target) ? element.marked : undefined;
  return [element.name, element.shown, pressed, marked, ...chosen, ...(element.options ?? [])].flatMap((name) =>
    name === undefined ? [] : readings(name),
  );
}

/** Enter in a list that moves a mark presses what is marked, and so does Space where nothing is typed. */
function takesMarked({ call }: Subject, target: Target): boolean {
  const key = target.kind === 'element' && target.intent === 'press' ? (target.text ?? '') : '';
  return activates(readKey(key)) || call.arguments['submit'] === true;
}

/** The URL that a call opens; else the page's own, and where the link or form that is used leads. */
export function urlsOf(subject: Subject, target: Target): string[] {
  const { call, callFacts } = subject;
  if (target.kind === 'url') {
    const facts = callFacts.urls.get(target);
    return facts?.kind === 'web' ? addresses(facts.url) : [];
  }
  // Navigation away from a page must be allowed on it: an agent could not leave it otherwise.
  if (target.kind === 'session' || call.effect === 'leave') return [];
  const page = callFacts.pageUrl?.kind === 'web' ? callFacts.pageUrl.url : undefined;
  const element = target.kind === 'element' ? callFacts.elements.get(target) : undefined;
  const follows = target.kind === 'element' && /^(?:click|press|drag|select)$/u.test(target.intent);
  const submits = submitsForm(subject, target) || (element !== undefined && follows && isSubmitControl(element));
  const leads = [follows ? element?.href : undefined, submits ? element?.form?.action : undefined];
  return [page, ...leads].flatMap((url) =>
    url === undefined || !URL.canParse(url, page) ? [] : addresses(new URL(url, page).href),
  );
}

/** The text that would be typed, chosen or sent. */
export function textsOf({ call }: Subject, target: Target): string[] {
  const body = target.kind === 'url' ? call.arguments['body'] : undefined;
  const typed = target.kind === 'element' || target.kind === 'page' ? target.text : undefined;
  return [typed, body].flatMap((text) => (typeof text === 'string' ? readings(text) : []));
}

/** As it is written, and as a person reads it: without invisible characters, and with ordinary letters for wide ones. */
function readings(text: string): string[] {
  const read = dropInvisible(text).normalize('NFKC').replace(/\s+/gu, ' ').trim();
  return read === text ? [text] : [text, read];
}

/** `/%61dmin` is `/admin` for the server, and for many `/a%2fadmin` is `/a/admin`. */
export function addresses(url: string): string[] {
  const read = [url];
  for (const decoded of [decodeURI, decodeURIComponent]) {
    try {
      read.push(decoded(url), dropInvisible(decoded(url)));
    } catch {
      // Escapes that are none stay as they are.
    }
  }
  return [...new Set(read)];
}
