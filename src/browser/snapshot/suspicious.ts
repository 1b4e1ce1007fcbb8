import { dropInvisible } from '../../core/index.js';

/**
 * Text that talks to the reader's model rather than to a person. Only ever a mark: an article about prompt injection
 * must stay readable, and a clever attack will not match.
 */
export function isSuspicious(text: string): boolean {
  if (text.length < 8) return false;
  const plain = skeleton(text);
  return PATTERNS.some((pattern) => pattern.test(plain));
}

const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|your|system)\b.{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions)\b/u,
  /\b(?:system|admin|developer) (?:note|message|prompt|override|instructions?)\b.{0,20}\b(?:ai|agent|assistant|model|llm|to you)\b/u,
  /\b(?:ai|llm) (?:agents?|assistants?|models?)\b.{0,40}\b(?:must|should|please|now|are instructed|are required)\b/u,
  /\b(?:you are now|act as|pretend to be|new instructions?)\b.{0,40}\b(?:assistant|agent|ai|admin|developer mode|jailbreak)/u,
  /\b(?:do not|don't|never) (?:tell|inform|alert|mention)\b.{0,20}\b(?:the )?user\b/u,
  /\b(?:ignorieren? sie|ignoriere|ignorez|ignora|ignoruj|negeer)\b.{0,40}(?:anweisung|instruct|instruccion|istruzion|polecen|instructies)/u,
  /忽略.{0,8}(?:指令|指示|说明)|игнорируй.{0,20}инструкци|無視.{0,8}指示|이전 지시.{0,6}무시/u,
];

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
