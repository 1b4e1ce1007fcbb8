import { cutPageText, dropInvisible } from '../../core/index.js';
import type { PageDeps } from './page-deps.js';

/** Masked as a whole and cut then: a cut through a secret would show both halves of it. */
export function shownText(
  { session }: PageDeps,
  origin: string,
  raw: string,
  max: number,
): { readonly text: string; readonly more: number } {
  const [masked = ''] = session.pageSecrets.mask()?.([{ text: raw, origin }]) ?? [raw];
  const clean = dropInvisible(masked);
  return { text: cutPageText(clean, max), more: Math.max(0, clean.length - max) };
}
