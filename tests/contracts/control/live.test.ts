import { expect, test } from 'vitest';
import { connectTo } from '../../../src/control/control-connection.js';
import type { PersonInput } from '../../../src/core/index.js';
import { mintReleased } from '../../../src/core/seals/released-mint.js';
import type { OperatorPort, TakenSession } from '../../../src/gateway/gateway.js';
import { reach, reachOne, runFolder, serve } from './control-fixture.js';

const WHICH = { principal: 'local', session: 'default' };
const TEXT = { untrusted: 'x', origin: 'https://example.com' };
const SIGHT = { tabs: [{ tab: 't1', url: TEXT, title: TEXT, current: true }], width: 1280, height: 720 };
const PICTURE = mintReleased({
  isError: false,
  blocks: [{ type: 'image', data: 'QUJD', mimeType: 'image/png' }],
  meta: SIGHT,
});

interface Seat extends Pick<OperatorPort, 'takeOver' | 'view'> {
  readonly inputs: PersonInput[];
  readonly ends: string[];
}

/** One session that can be driven. */
function seat(): Seat {
  const inputs: PersonInput[] = [];
  const ends: string[] = [];
  const take = (): TakenSession => {
    let tell: (why: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => (tell = resolve));
    const giveBack = (why: string): void => {
      ends.push(why);
      tell(why);
    };
    const input = (given: readonly PersonInput[]): Promise<void> => {
      inputs.push(...given);
      return Promise.resolve();
    };
    return { ok: true, driving: { input, giveBack, ended, view: () => Promise.resolve(PICTURE) } };
  };
  return {
    inputs,
    ends,
    takeOver: ({ session }) => Promise.resolve(session === 'default' ? take() : { ok: false, why: 'There is none.' }),
    view: ({ session }) => Promise.resolve(session === 'default' ? PICTURE : undefined),
  };
}

test('what was released is shown, and nothing of a session that is not there', async () => {
  const folder = runFolder();
  await serve(folder, 'a', seat());
  const server = await reachOne(folder);
  expect(await server.view(WHICH, 'small')).toMatchObject({
    tabs: [{ tab: 't1' }],
    picture: { mimeType: 'image/png', data: 'QUJD', width: 1280 },
  });
  expect(await server.view({ ...WHICH, session: 'other' }, 'small')).toBeUndefined();
});

test('a drive takes input, shows the page, and ends with a reason', async () => {
  const folder = runFolder();
  const { inputs, ends, ...operator } = seat();
  await serve(folder, 'a', operator);
  const server = await reachOne(folder);
  expect(await server.takeOver({ ...WHICH, session: 'other' }, { by: 'me' })).toMatchObject({
    ok: false,
    why: 'There is none.',
  });
  const taken = await server.takeOver(WHICH, { by: 'me' });
  if (!taken.ok) throw new Error(taken.why);
  await taken.drive.input([{ kind: 'text', text: 'héllo' }]);
  expect(inputs).toEqual([{ kind: 'text', text: 'héllo' }]);
  expect(await taken.drive.view()).toMatchObject({ tabs: [{ tab: 't1' }] });
  await taken.drive.giveBack();
  expect(ends).toEqual(['the person gave it back']);
  await expect(taken.drive.view()).rejects.toThrow('Nobody drives');
  expect(inputs).toHaveLength(1);
});

test('a drive is its connection’s: another cannot steer it, and it goes with its own', async () => {
  const folder = runFolder();
  const { inputs, ends, ...operator } = seat();
  const { path } = await serve(folder, 'a', operator);
  const [server] = await reach(folder);
  const taken = await server?.takeOver(WHICH, { by: 'me' });
  if (taken?.ok !== true) throw new Error('not taken');
  const stranger = await connectTo(path, 1000);
  if (typeof stranger === 'string') throw new Error(stranger);
  const received = new Promise<string>((resolve) => {
    stranger.once('data', (chunk: Buffer) => {
      resolve(chunk.toString());
    });
  });
  stranger.write(`${JSON.stringify({ id: 1, do: 'drive', drive: 'x', inputs: [{ kind: 'text', text: 'no' }] })}\n`);
  expect(await received).toContain('Nobody drives');
  stranger.destroy();
  expect(ends).toEqual([]);
  server?.close();
  await expect.poll(() => ends).toEqual(['the console went away']);
  expect(inputs).toEqual([]);
});
