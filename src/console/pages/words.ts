import { onePageLine } from '../../core/index.js';
import type { Json, SentencePart, SessionName } from '../../core/index.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';

/** Text that an agent or a page had a hand in: one line, isolated from the direction of what stands around it. */
export function foreign(text: string, most = 300): Markup {
  return markup`<bdi>${onePageLine(text, most)}</bdi>`;
}

/** Our words plain, what others wrote set apart. */
export function sentence(parts: readonly SentencePart[]): Markup {
  return markup`${parts.map(({ from, text }) => (from === 'gateway' ? markup`${text}` : markup`<strong>${foreign(text, 200)}</strong>`))}`;
}

export function shownValue(value: Json | undefined, most: number): string {
  if (value === undefined || value === null) return '';
  return onePageLine(typeof value === 'string' ? value : JSON.stringify(value), most);
}

export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return `${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${String(minutes)} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${String(hours)} h` : `${String(Math.round(hours / 24))} days`;
}

/** Counts up in the browser. */
export function ago(since: number, now: number): Markup {
  const ms = Math.max(0, now - since);
  return markup`<span data-ago="${ms}">${span(ms)}</span>`;
}

/** Counts down in the browser. */
export function left(until: number, now: number): Markup {
  const ms = Math.max(0, until - now);
  return markup`<span data-left="${ms}">${span(ms)}</span>`;
}

export function moment(time: string | number): Markup {
  const date = new Date(time);
  const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return markup`<time datetime="${iso}">${iso.replace('T', ' ').slice(0, 19)} UTC</time>`;
}

/** Whose session it is: the caller, and the program that opened it. */
export function shownOwner({ principal, client }: Omit<SessionName, 'session'>): string {
  return client === undefined ? principal : `${principal} / ${client}`;
}
