import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Stanza } from 'age-encryption';
import type { Identity, Recipient } from 'age-encryption';

/**
 * A passphrase as age knows it (the format's scrypt stanza), with Node's own scrypt: the library's would hold the
 * event loop, and every call of every session with it, for seconds.
 */
const LABEL = 'age-encryption.org/v1/scrypt';
const WORK_FACTOR = 18;
/** A file could otherwise ask for any amount of memory. */
const MAX_WORK = 20;
const TAG_BYTES = 16;
const NONCE = Buffer.alloc(12);

export function passphraseRecipient(passphrase: string, work = WORK_FACTOR): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16);
      const cipher = createCipheriv('chacha20-poly1305', await stretch(passphrase, salt, work), NONCE, {
        authTagLength: TAG_BYTES,
      });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', unpadded(salt), String(work)], new Uint8Array(body))];
    },
  };
}

export function passphraseIdentity(passphrase: string): Identity {
  return {
    unwrapFileKey: async (stanzas) => {
      const [stanza, ...others] = stanzas;
      const [kind, salt = '', work = ''] = stanza?.args ?? [];
      if (stanza === undefined || others.length > 0 || kind !== 'scrypt' || !/^\d{1,2}$/u.test(work)) return null;
      if (Number(work) > MAX_WORK || stanza.body.length !== 16 + TAG_BYTES) return null;
      const key = await stretch(passphrase, Buffer.from(salt, 'base64'), Number(work));
      const decipher = createDecipheriv('chacha20-poly1305', key, NONCE, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(stanza.body.subarray(16));
      try {
        return new Uint8Array(Buffer.concat([decipher.update(stanza.body.subarray(0, 16)), decipher.final()]));
      } catch {
        return null;
      }
    },
  };
}

function stretch(passphrase: string, salt: Uint8Array, work: number): Promise<Buffer> {
  const cost = 2 ** work;
  return new Promise((resolve, reject) => {
    const salted = Buffer.concat([Buffer.from(LABEL), salt]);
    const options = { N: cost, r: 8, p: 1, maxmem: 128 * cost * 8 + 1024 * 1024 };
    scrypt(passphrase, salted, 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/u, '');
}
