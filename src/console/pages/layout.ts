import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { shortcutsDialog } from './shortcuts.js';

export const TABS = [
  { id: 'now', path: '/', label: 'Now' },
  { id: 'waiting', path: '/waiting', label: 'Waiting' },
  { id: 'record', path: '/record', label: 'Record' },
  { id: 'allowed', path: '/allowed', label: 'Allowed' },
  { id: 'identities', path: '/identities', label: 'Identities' },
  { id: 'teams', path: '/teams', label: 'Teams' },
  { id: 'health', path: '/health', label: 'Health' },
] as const;
export type TabId = (typeof TABS)[number]['id'];

/** What was just done or refused, told once. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
}

/** Of the person who looks: what every page shows besides its own. */
export interface PageFrame {
  readonly csrf: string;
  readonly waiting: number;
  /** When the newest of them was asked: one that comes as another goes is new all the same. */
  readonly newest?: number;
  readonly notice?: Notice;
  /** Servers that did not answer, in words. */
  readonly silent: readonly string[];
}

export interface PageParts {
  readonly tab: TabId;
  readonly title: string;
  readonly intro: string;
  readonly main: Markup;
  /** Where the script asks what is new. */
  readonly poll: string;
  /** For a browser without scripts; 0: never, because somebody may be writing. */
  readonly refreshSeconds: number;
}

export function fullPage(frame: PageFrame, parts: PageParts): Markup {
  const { tab, title, intro, main, poll, refreshSeconds } = parts;
  const refresh =
    refreshSeconds > 0 && markup`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`;
  return shell(
    title,
    refresh || undefined,
    markup`<body data-poll="${poll}">
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><div class="wide">
<a class="brand" href="/">${mark()}<span>Gatewright</span></a>
<nav aria-label="Pages"><ul>${TABS.map(({ id, path, label }) => {
      const here = id === tab && markup` aria-current="page"`;
      return markup`<li><a href="${path}"${here}>${label}${id === 'waiting' && countBadge(frame)}</a></li>`;
    })}</ul></nav>
<form method="post" action="/leave" class="leave">${csrfField(frame)}<button class="quiet">Sign out</button></form>
</div></header>
<main id="main" class="wide" tabindex="-1">
<div class="head"><h1>${title}</h1><p>${intro}</p></div>
${noticeBox(frame.notice)}
${silentBox(frame)}
<p id="offline" class="notice refused" role="status" hidden>The console does not answer. What you see may be old.</p>
${main}
</main>
<div id="announce" class="unseen" role="status" aria-live="assertive"></div>
<footer class="wide"><button type="button" id="tell" class="quiet" aria-pressed="false" hidden>Tell me about new questions</button><button type="button" id="keys-open" class="quiet" hidden>Keyboard shortcuts</button></footer>
${shortcutsDialog()}
</body>`,
  );
}

/** What is new on every page; for the script only. */
export function countPage(frame: PageFrame): Markup {
  return shell('Gatewright', undefined, markup`<body>${countBadge(frame)}${silentBox(frame)}</body>`);
}

/** Before somebody is in: nothing of the app is on it. */
export function plainPage(title: string, main: Markup, style = 'narrow'): Markup {
  return shell(
    title,
    undefined,
    markup`<body><main id="main" class="${style}"><p class="brand">${mark()}<span>Gatewright</span></p><h1>${title}</h1>${main}</main></body>`,
  );
}

export function csrfField({ csrf }: Pick<PageFrame, 'csrf'>): Markup {
  return markup`<input type="hidden" name="csrf" value="${csrf}">`;
}

export function emptyBox(title: string, text: string): Markup {
  return markup`<div class="empty"><p class="big">${title}</p><p>${text}</p></div>`;
}

function shell(title: string, head: Markup | undefined, body: Markup): Markup {
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Gatewright</title>
<link rel="icon" href="${ICON}"><link rel="stylesheet" href="/console.css"><script src="/console.js" defer></script>${head}</head>
${body}</html>`;
}

/** The mark, in a colour that is seen on light and dark. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2f9e8f" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="M4 21V10a8 8 0 0 1 16 0v11M9 21v-9M15 21v-9M4 16h16"/></svg>',
)}`;

function countBadge({ waiting, newest = 0 }: PageFrame): Markup {
  return markup`<span id="count" data-swap>${waiting > 0 && markup`<span class="count" data-count="${waiting}" data-newest="${newest}">${waiting}<span class="unseen"> open</span></span>`}</span>`;
}

function silentBox({ silent }: PageFrame): Markup {
  return markup`<div id="silent" data-swap>${silent.map((line) => markup`<p class="notice refused" role="status">${line}</p>`)}</div>`;
}

function noticeBox(notice: Notice | undefined): Markup | undefined {
  if (notice === undefined) return undefined;
  return markup`<p class="notice ${notice.kind}" role="${notice.kind === 'done' ? 'status' : 'alert'}">${notice.text}</p>`;
}

function mark(): Markup {
  return markup`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M4 21V10a8 8 0 0 1 16 0v11M9 21v-9M15 21v-9M4 16h16"/></svg>`;
}
