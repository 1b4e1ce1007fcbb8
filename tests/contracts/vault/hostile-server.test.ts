import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultOptions } from '../../../src/vault/options.js';
import { createVault } from '../../../src/vault/index.js';
import { bytesBelow, writeSecret } from '../../fixtures/vault-places.js';
import { failureOf } from './failure-of.js';
import { webUrl } from './web-url.js';

const TOKEN = 'hvs.token-of-the-operator';
const PASSWORD = 'hunter2-hunter2';
const never = new AbortController().signal;

type Answer = (request: IncomingMessage, response: ServerResponse, calls: number) => void;

let folder: string;
let server: Server;
let asked: { url: string; token: unknown; namespace: unknown }[];
let answer: Answer;

const json =
  (status: number, body: unknown, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const secret = (data: unknown) => json(200, { data: { data, metadata: { version: 1 } } });
const record = { domain: 'a.example', password: PASSWORD };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gw-hostile-vault-'));
  asked = [];
  answer = secret(record);
  server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push({ url, token: headers['x-vault-token'], namespace: headers['x-vault-namespace'] });
    const calls = asked.filter((one) => one.url === url).length;
    if (url === '/v1/auth/token/lookup-self') json(403, { errors: ['permission denied'] })(request, response);
    else if (url.startsWith('/v1/sys/')) json(403, { errors: ['preflight'] })(request, response);
    else answer(request, response, calls);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function open(extra: object = {}) {
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const tokenFile = writeSecret(folder, 'token', `${TOKEN}\n`);
  const options = vaultOptions.parse({ backend: 'hashicorp', address, tokenFile, timeoutMs: 400, ...extra });
  const vault = createVault(options, { folder: join(folder, 'vault'), environment: {} });
  return { find: () => vault.find(webUrl('https://a.example/'), never), vault, tokenFile };
}

describe('a server that', () => {
  const text =
    (body: string, status = 200) =>
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(status);
      response.end(body);
    };
  test.each<[string, Answer, string]>([
    ['hangs', () => undefined, 'vault.unavailable'],
    ['hangs in the middle', (_, response) => void response.write('{"data":'), 'vault.unavailable'],
    [
      'sends a byte at a time',
      (_, response) => void setInterval(() => response.write(' '), 50).unref(),
      'vault.unavailable',
    ],
    ['hangs up', (request) => void request.socket.destroy(), 'vault.unavailable'],
    [
      'hangs up in the middle',
      (request, response) => {
        response.write(`{"data":{"data":{"password":"${PASSWORD}"`);
        setTimeout(() => request.socket.destroy(), 20);
      },
      'vault.unavailable',
    ],
    ['answers in HTML', text(`<html>${PASSWORD}`), 'vault.bad-record'],
    ['answers with half a JSON', text(`{"data":{"data":{"password":"${PASSWORD}"`), 'vault.bad-record'],
    ['answers with nothing', text(''), 'vault.bad-record'],
    ['answers with a list', secret([PASSWORD]), 'vault.bad-record'],
    ['has a record of another shape', secret({ [PASSWORD]: PASSWORD }), 'vault.bad-record'],
    ['denies', json(403, { errors: [PASSWORD] }), 'vault.denied'],
    ['is broken', json(500, { errors: [PASSWORD] }), 'vault.unavailable'],
    ['is sealed', json(503, { errors: ['Vault is sealed'] }), 'vault.unavailable'],
    ['limits us', json(429, { errors: ['rate'] }), 'vault.unavailable'],
    ['asks for something else', json(400, { errors: ['missing'] }), 'vault.unavailable'],
    ['has no such store', json(404, { errors: ['no handler for route'] }), 'vault.unavailable'],
    ['is no Vault at all', text('not found', 404), 'vault.unavailable'],
    ['sends us elsewhere', json(307, {}, { location: 'http://127.0.0.1:1/v1/secret' }), 'vault.unavailable'],
    [
      'answers with too much',
      (_, response) => {
        for (let i = 0; i < 40; i += 1) response.write('x'.repeat(100_000));
        response.end();
      },
      'vault.bad-record',
    ],
  ])('%s', async (_, how, code) => {
    answer = how;
    const { find, vault } = open();
    const failure = await failureOf(find());
    expect(failure.code).toBe(code);
    expect(inspect(failure)).not.toMatch(/hunter2|hvs\./u);
    expect(vault.all()).toEqual([]);
    expect(bytesBelow(folder).includes(PASSWORD)).toBe(false);
    vault.close();
  });

  test('sends us elsewhere gets no second request anywhere', async () => {
    answer = (request, response) => {
      json(307, {}, { location: `http://${request.headers.host ?? ''}/elsewhere` })(request, response);
    };
    await failureOf(open().find());
    expect(asked.map(({ url }) => url)).not.toContain('/elsewhere');
  });

  test('is not there', async () => {
    const { find } = open({ address: 'http://127.0.0.1:1' });
    expect((await failureOf(find())).code).toBe('vault.unavailable');
  });
});

test('the token and the namespace go with every request', async () => {
  const { find } = open({ namespace: 'team/web' });
  expect((await find())?.password).toBeDefined();
  expect(asked.length).toBeGreaterThan(0);
  for (const { token, namespace } of asked) expect([token, namespace]).toEqual([TOKEN, 'team/web']);
});

test('a token that the server refuses is read anew once: whoever rotates it replaces the file', async () => {
  const { find, tokenFile } = open();
  expect((await find())?.password).toBeDefined();
  writeFileSync(tokenFile, 'hvs.rotated\n');
  answer = (request, response) => {
    const good = request.headers['x-vault-token'] === 'hvs.rotated';
    (good ? secret(record) : json(403, { errors: [] }))(request, response);
  };
  expect((await find())?.password).toBeDefined();
});

test('a refusal is asked about once more and no oftener', async () => {
  answer = json(403, { errors: [] });
  await failureOf(open().find());
  expect(asked.filter(({ url }) => url.includes('/data/'))).toHaveLength(2);
});

test('after a fault the next call finds the vault well again', async () => {
  const { find } = open();
  answer = json(500, {});
  expect((await failureOf(find())).code).toBe('vault.unavailable');
  answer = secret(record);
  expect((await find())?.password).toBeDefined();
});

test.each([
  [
    'open to others',
    (path: string) => {
      writeSecretOpen(path);
    },
  ],
  [
    'not there',
    (path: string) => {
      rmSync(path);
    },
  ],
  [
    'of several lines',
    (path: string) => {
      writeFileSync(path, `${TOKEN}\nX-Evil: 1\n`);
    },
  ],
])('a token file that is %s: denied, and nothing is sent', async (_, spoil) => {
  const { find, tokenFile } = open();
  spoil(tokenFile);
  const failure = await failureOf(find());
  expect(failure.code).toBe('vault.denied');
  expect(inspect(failure)).not.toContain('hvs.');
  expect(asked).toEqual([]);
});

function writeSecretOpen(path: string): void {
  rmSync(path);
  writeFileSync(path, TOKEN, { mode: 0o644 });
}
