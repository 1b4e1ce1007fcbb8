import { expect, it } from 'vitest';
import { isNamedSecret } from '../agent/secret-words.js';

const NOTHING = { lang: 'en', maxLength: 0, purposes: [] };

it.each([
  ...['API secret', 'Client secret', 'client_secret', 'clientSecret', 'Secret key', 'Secret', 'PIN', 'Your PIN', 'pin'],
  ...[
    'Passphrase',
    'Pass phrase',
    'Private key',
    'Webhook secret',
    'Enter the secret',
    'Card PIN code',
    'SIM PIN',
    'Secrets',
  ],
  ...['Geheimzahl', 'Geheimer Schlüssel', 'API-Geheimnis', 'Code PIN', 'Clé secrète', 'Clave secreta', 'Código PIN'],
  ...['Chiave segreta', 'Codice PIN', 'Chave secreta', 'Geheime sleutel', 'Tajny klucz', 'Kod PIN', 'секретный ключ'],
  ...[
    'ПИН-код',
    '密钥',
    '秘密鍵',
    '暗証番号',
    '비밀키',
    'AWS secret access key',
    'secret_id',
    'Secret question answer PIN',
  ],
])('%s is one', (name) => {
  expect(isNamedSecret([name], NOTHING)).toBe(true);
});

it.each([
  ...['Pinterest URL', 'PIN code', 'Pincode', 'PIN code area', 'Delivery PIN code', 'Postal PIN code', 'ZIP / PIN'],
  ...[
    'Secret Santa name',
    'Secret recipe',
    'Secret name',
    'Secret question',
    "Victoria's Secret voucher",
    'Trade secret',
  ],
  ...[
    'shipping',
    'Shipping address',
    'Pinned note',
    'Spin',
    'Opinion',
    'Secretary',
    'Keyboard',
    'Pin location',
    'Search',
  ],
])('%s is none', (name) => {
  expect(isNamedSecret([name], NOTHING)).toBe(false);
});

it('a PIN code is a postal code, unless the field or the page says otherwise', () => {
  expect(isNamedSecret(['PIN code'], { ...NOTHING, maxLength: 4 })).toBe(true);
  expect(isNamedSecret(['PIN code'], { ...NOTHING, maxLength: 6 })).toBe(false);
  expect(isNamedSecret(['Pincode'], { ...NOTHING, lang: 'nl' })).toBe(true);
  expect(isNamedSecret(['pin', 'PIN'], { ...NOTHING, purposes: ['postal-code'] })).toBe(false);
});
