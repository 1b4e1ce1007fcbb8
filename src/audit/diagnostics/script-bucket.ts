/** What a script of the agent's is for, by its words: the first bucket that fits. */
const BUCKETS: readonly (readonly [ScriptBucket, RegExp])[] = [
  ['storage-access', /\b(?:localStorage|sessionStorage|indexedDB|caches|document\s*\.\s*cookie|cookieStore)\b/u],
  ['computed-style', /\bgetComputedStyle\b|\.style\b|\bgetBoundingClientRect\b|\boffset(?:Width|Height|Top|Left)\b/u],
  ['callback-trigger', /\.(?:click|dispatchEvent|submit|requestSubmit|focus|blur|scrollTo|scrollIntoView)\s*\(/u],
  [
    'feature-detect',
    /\btypeof\b|\bin\s+(?:window|navigator|document|globalThis)\b|\bnavigator\b|\bCSS\s*\.\s*supports\b/u,
  ],
  ['dom-query', /\bquerySelector|\bgetElement|\binnerText\b|\btextContent\b|\binnerHTML\b|\bdocument\b/u],
];

export type ScriptBucket =
  'dom-query' | 'storage-access' | 'computed-style' | 'callback-trigger' | 'feature-detect' | 'custom';

export function scriptBucket(expression: string): ScriptBucket {
  return BUCKETS.find(([, words]) => words.test(expression))?.[0] ?? 'custom';
}

/** Tools that do what scripts of this bucket are written for, or that are missing. */
export const BUCKET_HINTS: Readonly<Record<ScriptBucket, string>> = {
  'dom-query': 'browser_find, browser_text_search and browser_read answer most of these',
  'storage-access': 'capability storage has tools for this',
  'computed-style': 'browser_inspect shows boxes and styles',
  'callback-trigger': 'browser_click, browser_press and browser_scroll do this, judged',
  'feature-detect': 'no tool answers this',
  custom: 'read the scripts: a tool may be missing',
};
