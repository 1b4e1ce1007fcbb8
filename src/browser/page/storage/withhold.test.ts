import { describe, expect, it } from 'vitest';
import { readsLikeCredential } from './withhold.js';

const JWT = `${btoa('{"alg":"HS256"}').replaceAll('=', '')}.${btoa('{"sub":"ann"}').replaceAll('=', '')}.c2lnbmF0dXJl`;

describe('an entry that reads like a credential', () => {
  it.each([
    ['accessToken', 'q1w2e3r4t5'],
    ['auth', 'Basic abcdef'],
    ['app:sid', '0123456789'],
    ['x-api-key', 'k-123456'],
    ['state', JWT],
    ['persist:root', JSON.stringify({ user: JSON.stringify({ refreshToken: 'abcdefgh' }) })],
    ['user', JSON.stringify({ name: 'Ann', password: 'hunter22' })],
    ['db/st/sid', '0123456789'],
    ['last', 'https://app.example/cb#access_token=opaque-1&expires_in=3600'],
    ['form', 'user=ann&password=hunter22'],
    ['log', 'GET /me Authorization: Bearer opaquetoken'],
    ['log', JSON.stringify(['sent Bearer q1w2e3r4'])],
  ])('is withheld: %s', (key, value) => {
    expect(readsLikeCredential(key, value)).toBe(true);
  });

  it.each([
    ['theme', 'dark'],
    ['author', 'Ann Example'],
    ['cart', JSON.stringify({ items: [{ sku: 'A-1', count: 2 }], total: '12.00' })],
    ['tokenCount', '12'],
    ['draft', 'The keyboard shortcut is Control+S.'],
    ['lastVisit', '2026-01-01T00:00:00Z'],
    ['resident', 'yes, a resident'],
    ['help', 'The bearer of this ticket, a bearer certificates holder, needs no password = none'],
    ['last', 'https://app.example/?author=Ann+Example&authuser=0&page=12345678'],
    ['guide', 'Authorization: ask your administrator'],
  ])('an ordinary one is shown: %s', (key, value) => {
    expect(readsLikeCredential(key, value)).toBe(false);
  });
});
