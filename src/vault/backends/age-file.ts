import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Identity, Recipient } from 'age-encryption';
import { passphraseIdentity, passphraseRecipient } from './passphrase.js';

/** All that is asked of the age library, which is loaded when a vault is first opened. */
export type Lock = { readonly key: string } | { readonly passphrase: string };

export type DecryptedFile = { readonly text: string } | { readonly fault: 'other-key' | 'damaged' };

export const makeKey = (): Promise<string> => generateX25519Identity();

export async function lockText(text: string, lock: Lock): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  const recipient: string | Recipient =
    'key' in lock ? await identityToRecipient(lock.key) : passphraseRecipient(lock.passphrase);
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(text);
}

export async function openText(locked: Uint8Array, lock: Lock): Promise<DecryptedFile> {
  const decrypter = new Decrypter();
  const identity: string | Identity = 'key' in lock ? lock.key : passphraseIdentity(lock.passphrase);
  try {
    decrypter.addIdentity(identity);
    return { text: await decrypter.decrypt(new Uint8Array(locked), 'text') };
  } catch (error) {
    // The library's own words for a sound file that is locked for somebody else.
    const isOther = error instanceof Error && error.message.startsWith('no identity matched');
    return { fault: isOther ? 'other-key' : 'damaged' };
  }
}
