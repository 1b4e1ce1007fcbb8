import { dropInvisible } from '../../../core/index.js';
import { PAGE_WORDS } from '../host/page-words.generated.js';

/**
 * Text that talks to the reader's model rather than to a person. Only ever a mark: an article about prompt injection
 * must stay readable, and a clever attack will not match.
 */
export function isSuspicious(text: string): boolean {
  if (text.length < 8) return false;
  const plain = skeleton(text);
  return PATTERNS.some((pattern) => pattern.test(plain));
}

const PATTERNS: readonly RegExp[] = PAGE_WORDS.injections.map((source) => new RegExp(source, 'u'));

const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ո: 'n',
  ɡ: 'g',
  ο: 'o',
  α: 'a',
  ν: 'v',
  τ: 't',
  ι: 'i',
  '‑': '-',
};

/** Without what is invisible, with look-alike letters in mixed words folded to Latin. */
function skeleton(text: string): string {
  const clean = dropInvisible(text.slice(0, 4_000)).normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
  if (!/\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}|[ɡ‑]/u.test(clean)) return clean;
  return clean.replace(/\S+/gu, (word) =>
    /[a-z]/u.test(word) ? word.replace(/[^\p{ASCII}]/gu, (c) => LOOKALIKES[c] ?? c) : word,
  );
}

/** The host that a link goes to, when its text names another one. */
export function misleadsTo(text: string, href: string, base: string): string | undefined {
  const said = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[:/?#]\S*)?$/iu.exec(text.trim())?.[1]?.toLowerCase();
  if (said === undefined || !URL.canParse(href, base)) return undefined;
  // File names look like hosts too.
  if (!/^https?:/iu.test(text.trim()) && FILE.test(said)) return undefined;
  const target = new URL(href, base).hostname.toLowerCase();
  const plain = (host: string): string => host.replace(/^www\./u, '');
  const related =
    target.endsWith(`.${plain(said)}`) || said.endsWith(`.${plain(target)}`) || plain(said) === plain(target);
  return target === '' || related ? undefined : target;
}

const FILE =
  /\.(?:html?|pdf|txt|md|js|ts|css|json|xml|csv|zip|gz|png|jpe?g|gif|svg|docx?|xlsx?|py|rs|go|java|sh|yml|yaml|toml)$/u;
