import { Failure, parseJson } from '../core/index.js';
import type { Identity, IdentityCookie, Secret, SignInRecipe, StoredItem } from '../core/index.js';
import { mintSecret } from '../core/seals/secret-mint.js';
import { keyFromText, originOfKey, secretName } from './identity-key.js';
import { identityRecord, whereWrong } from './identity-record.js';
import type { IdentityRecord } from './identity-record.js';
import { partsOf } from './masked-parts.js';
import { createCodeMaker } from './one-time-code.js';
import { isMaskable, isPlainSetting, whyNotKept } from './weak-value.js';

export interface Minting {
  readonly now: () => number;
  /** Every value that must be masked from now on; those too weak for it (`theme: dark`) are not among them. */
  readonly masked: (value: string, secret: Secret) => void;
}

export interface ParsedIdentity {
  readonly identity: Identity;
  /** The host that the record itself says it is for. */
  readonly domain: string;
  /** When the first of its cookies runs out, in milliseconds. */
  readonly staleAt: number;
  /** Its password is too short or too common to be masked anywhere but in its field. */
  readonly isUnmasked: boolean;
}

/** A record as the vault holds it. Throws `vault.bad-record`, whose hint has nothing of the record in it. */
export function parseIdentity(raw: string, key: string, minting: Minting): ParsedIdentity {
  const record = readRecord(raw, key);
  const domain = keyFromText(record.domain);
  if (domain === undefined) throw badRecord(key, 'domain: must be a host');
  const origins = record.origins ?? [originOfKey(domain)];
  const name = record.name ?? domain;
  const mint = minter(name, origins, minting);
  const cookies = record.cookies.filter((cookie) => !isOver(cookie, minting.now()));
  checkCookieDomains(cookies, origins, key);
  return {
    domain,
    isUnmasked: record.password !== undefined && !isMaskable(record.password),
    staleAt: Math.min(...cookies.map(({ expires = -1 }) => (expires < 0 ? Infinity : expires * 1000)), Infinity),
    identity: {
      name,
      origins,
      ...(record.username !== undefined && { username: record.username }),
      cookies: cookies.map((cookie) => asCookie(cookie, mint('COOKIE', cookie.value, cookie.name))),
      localStorage: stored(record.localStorage, (value, item) => mint('LOCAL', value, item)),
      sessionStorage: stored(record.sessionStorage, (value, item) => mint('SESSION', value, item)),
      headers: Object.entries(record.headers).map(([header, value]) => ({
        name: header,
        value: mint('HEADER', value, header),
      })),
      ...passwordOf(record, key, mint),
      ...codeOf(record, key, { name, origins, minting, mint }),
      ...recipeOf(record, key, origins),
    },
  };
}

function readRecord(raw: string, key: string): IdentityRecord {
  const json = parseJson(raw);
  if (json === undefined) throw badRecord(key, 'it is not JSON');
  const parsed = identityRecord.safeParse(json);
  if (!parsed.success) throw badRecord(key, whereWrong(parsed.error.issues));
  return parsed.data;
}

/** Where sites keep more than what signs in. */
const SETTINGS = new Set(['COOKIE', 'LOCAL', 'SESSION']);

type Mint = (kind: string, value: string, item?: string, use?: 'password') => Secret;

function minter(name: string, origins: readonly string[], { masked }: Minting): Mint {
  return (kind, value, item = '', use) => {
    const isUnmasked = use === 'password' && !isMaskable(value);
    const content = { value, origins, ...(use !== undefined && { use }), ...(isUnmasked && { isUnmasked }) };
    const secret = mintSecret(secretName(kind, name, item), content);
    for (const part of [value, ...partsOf(value)]) {
      if (!isMaskable(part) || (SETTINGS.has(kind) && isPlainSetting(part))) continue;
      masked(part, part === value ? secret : mintSecret(secret.name, { value: part, origins }));
    }
    return secret;
  };
}

type RecordCookie = IdentityRecord['cookies'][number];

function isOver({ expires = -1 }: RecordCookie, now: number): boolean {
  return expires >= 0 && expires * 1000 <= now;
}

/** Cookies go to the exact hosts of the origins and to no other; one made out for a stranger is a mistake or a trick. */
function checkCookieDomains(cookies: readonly RecordCookie[], origins: readonly string[], key: string): void {
  const hosts = origins.map((origin) => new URL(origin).hostname);
  cookies.forEach(({ domain }, i) => {
    if (domain === undefined) return;
    const named = keyFromText(domain);
    const fits = named !== undefined && hosts.some((host) => host === named || host.endsWith(`.${named}`));
    if (!fits || !(named.includes('.') || hosts.includes(named))) {
      throw badRecord(key, `cookies[${String(i)}].domain: is not of this identity's origins`);
    }
  });
}

function asCookie({ name, path, httpOnly, sameSite, expires = -1 }: RecordCookie, value: Secret): IdentityCookie {
  return {
    name,
    value,
    path,
    httpOnly,
    ...(sameSite !== undefined && { sameSite }),
    ...(expires >= 0 && { expires }),
  };
}

function stored(
  items: Readonly<Record<string, string>>,
  mint: (value: string, item: string) => Secret,
): readonly StoredItem[] {
  return Object.entries(items).map(([key, value]) => ({ key, value: mint(value, key) }));
}

function passwordOf({ password }: IdentityRecord, key: string, mint: Mint): { readonly password?: Secret } {
  if (password === undefined) return {};
  if (whyNotKept(password) !== undefined) throw badRecord(key, 'password: it is empty or too long');
  return { password: mint('PASSWORD', password, '', 'password') };
}

interface Around {
  readonly name: string;
  readonly origins: readonly string[];
  readonly minting: Minting;
  readonly mint: Mint;
}

function codeOf({ totp }: IdentityRecord, key: string, around: Around): { readonly code?: () => Secret } {
  if (totp === undefined) return {};
  const { name, origins, minting, mint } = around;
  const maker = createCodeMaker(totp);
  if (maker === undefined) throw badRecord(key, 'totp: must be a base32 seed or an otpauth://totp/ URI');
  mint('SEED', maker.seed);
  mint('SEED', totp);
  let last: { readonly step: number; readonly secret: Secret } | undefined;
  return {
    code: () => {
      const { code, step } = maker.at(minting.now());
      if (last?.step === step) return last.secret;
      const secret = mintSecret(secretName('TOTP', name), { value: code, origins, use: 'code' });
      minting.masked(code, secret);
      last = { step, secret };
      return secret;
    },
  };
}

function recipeOf(
  { signIn }: IdentityRecord,
  key: string,
  origins: readonly string[],
): { readonly recipe?: SignInRecipe } {
  if (signIn === undefined) return {};
  const url = URL.canParse(signIn.url) ? new URL(signIn.url) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || !origins.includes(url.origin)) {
    throw badRecord(key, "signIn.url: must be a page of this identity's origins");
  }
  return { recipe: present(signIn) };
}

function present({ url, username, password, code, submit, signedIn }: NonNullable<IdentityRecord['signIn']>) {
  return {
    url,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(code !== undefined && { code }),
    ...(submit !== undefined && { submit }),
    ...(signedIn !== undefined && { signedIn }),
  };
}

function badRecord(key: string, why: string): Failure {
  return new Failure('vault.bad-record', `${key}: ${why}`);
}
