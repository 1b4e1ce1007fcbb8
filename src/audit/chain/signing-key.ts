import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../../core/index.js';
import { readPrivateFileSync } from '../../platform/private-files.js';
import { createFileOnce } from '../../platform/replace-file.js';

const MAX_KEY_BYTES = 65_536;

/** Signs what this server writes; Ed25519, so that a signature is short and needs no randomness. */
export interface SigningKey {
  /** The first half of the SHA-256 of the public key. */
  readonly id: string;
  /** PEM. */
  readonly publicKey: string;
  /** PEM: this one, and those that were used before it. */
  readonly publicKeys: string;
  sign(what: SignedKind, body: string): string;
}

/** A signature for one kind of line says nothing about the other. */
export type SignedKind = 'record' | 'head';

/** The copy of the public keys in the folder of the record. */
export const PUBLIC_KEYS = 'audit.pub';

/** Public keys by their ids. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** Reads the key, or makes it at the first run. Whoever can read it can sign: only its owner may. */
export function openSigningKey(file: string): SigningKey {
  try {
    const pem = readOwn(file) ?? makeKey(file);
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Failure('config.invalid', `${file}: it is not an Ed25519 key`);
    const publicKey = publicPem(createPublicKey(key));
    return {
      id: keyId(createPublicKey(key)),
      publicKey,
      publicKeys: keepPublic(path.join(path.dirname(file), `${path.basename(file, '.key')}.pub`), publicKey),
      sign: (what, body) => sign(null, signedText(what, body), key).toString('base64url'),
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be read';
    throw new Failure('config.invalid', `the key of the record, ${file}: ${why}`, undefined, error);
  }
}

export function signatureHolds(keys: PublicKeys, id: unknown, what: SignedKind, signed: SignedText): boolean {
  const key = typeof id === 'string' ? keys.get(id) : undefined;
  if (key === undefined) return false;
  return verify(null, signedText(what, signed.body), key, Buffer.from(signed.signature, 'base64url'));
}

interface SignedText {
  readonly body: string;
  readonly signature: string;
}

/** One or several PEM blocks: an operator who changes the key keeps the former public one, to check what it signed. */
export function readPublicKeys(text: string): PublicKeys {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/gu) ?? [];
  const keys = blocks.map((block) => createPublicKey(block)).filter((key) => key.asymmetricKeyType === 'ed25519');
  if (keys.length === 0) throw new Failure('config.invalid', 'no Ed25519 public key in the file');
  return new Map(keys.map((key) => [keyId(key), key]));
}

/** Adds a public key to a file of such, once; returns all that are in it. */
export function keepPublic(file: string, publicKey: string): string {
  let known = '';
  try {
    known = fs.readFileSync(file, 'utf8');
  } catch {
    // Not there yet.
  }
  if (known.includes(publicKey.trim())) return known;
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = fs.constants;
  const fd = fs.openSync(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    fs.writeSync(fd, publicKey);
  } finally {
    fs.closeSync(fd);
  }
  return known + publicKey;
}

function readOwn(file: string): string | undefined {
  const refuse = (why: string, cause?: unknown) =>
    new Failure('config.invalid', `the key of the record, ${file}: it ${why}`, undefined, cause);
  return readPrivateFileSync(file, { maxBytes: MAX_KEY_BYTES, refuse });
}

/** Of two servers that start at once, both use the key whose file was created first. */
function makeKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return createFileOnce(file, pem) ? pem : (readOwn(file) ?? pem);
}

function signedText(what: SignedKind, body: string): Buffer {
  return Buffer.from(`gatewright-audit-${what}-1\n${body}`, 'utf8');
}

function publicPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function keyId(key: KeyObject): string {
  return hash('sha256', publicPem(key)).slice(0, 32);
}
