import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { z } from 'zod';

export interface OwnCertificate {
  /** PEM. */
  readonly key: string;
  readonly certificate: string;
  /** SHA-256 of the public key, in base64: how a browser is told to take it for good. */
  readonly keyHash: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const OBJECT_ID = 0x06;
const UTF8 = 0x0c;
const TIME = 0x18;
const BITS = 0x03;
const VERSION = 0xa0;
// ecdsa-with-SHA256 (RFC 5758) and commonName (X.520).
const SIGNED_BY = der(SEQUENCE, der(OBJECT_ID, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(OBJECT_ID, Buffer.from('550403', 'hex'));

/** A certificate (RFC 5280) that nobody signed but its own new key, which never leaves this machine. */
export function makeOwnCertificate(): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from('gatewright')))));
  const validity = der(SEQUENCE, der(TIME, Buffer.from('20200101000000Z')), der(TIME, Buffer.from('99991231235959Z')));
  const serial = der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const version3 = der(VERSION, der(INTEGER, Buffer.from([2])));
  const body = der(SEQUENCE, version3, serial, SIGNED_BY, name, validity, name, spki);
  const signature = der(BITS, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: pem(der(SEQUENCE, body, SIGNED_BY, signature)),
    keyHash: createHash('sha256').update(spki).digest('base64'),
  };
}

const kept = z.strictObject({ key: z.string(), certificate: z.string(), keyHash: z.string() });

/** The JSON of one. Undefined: it is none, or its parts do not belong together. */
export function readOwnCertificate(text: string | undefined): OwnCertificate | undefined {
  try {
    const read = kept.parse(JSON.parse(text ?? ''));
    const spki = createPublicKey(read.key).export({ type: 'spki', format: 'der' });
    const isWhole = new X509Certificate(read.certificate).publicKey
      .export({ type: 'spki', format: 'der' })
      .equals(spki);
    return isWhole && createHash('sha256').update(spki).digest('base64') === read.keyHash ? read : undefined;
  } catch {
    return undefined;
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/gu) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
