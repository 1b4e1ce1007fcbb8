import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeOwnCertificate } from './own-certificate.js';

it('is a certificate that its own key signed, and its hash is that of the key', () => {
  const own = makeOwnCertificate();
  const read = new X509Certificate(own.certificate);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(own.key))).toBe(true);
  const spki = read.publicKey.export({ type: 'spki', format: 'der' });
  expect(createHash('sha256').update(spki).digest('base64')).toBe(own.keyHash);
});

it('has a new key each time', () => {
  expect(makeOwnCertificate().keyHash).not.toBe(makeOwnCertificate().keyHash);
});
