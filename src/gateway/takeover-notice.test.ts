import { expect, it } from 'vitest';
import { Failure } from '../core/index.js';
import type { EndedTakeover, Output, Tool } from '../core/index.js';
import { ElicitationRequired } from './elicitation-required.js';
import { addTakeoverNotice } from './takeover-notice.js';

const scope = { principal: 'local', session: 'default' };
const DONE: Output = { parts: [{ from: 'gateway', text: 'done' }] };

function toolWith(needs: Tool['needs']): Tool {
  return {
    name: 'browser_fake',
    description: '',
    capability: 'action',
    effect: 'act',
    needs,
    inputSchema: {},
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    prepare: () => ({ session: 'default', targets: [], arguments: {}, run: () => Promise.resolve(DONE) }),
  };
}

function sessions(): { takeEndedTakeover(): EndedTakeover | undefined } {
  let waiting: EndedTakeover | undefined = { seconds: 12, origin: 'https://a.example' };
  return {
    takeEndedTakeover: () => {
      const told = waiting;
      waiting = undefined;
      return told;
    },
  };
}

it('is told once, before everything else', () => {
  const from = sessions();
  const told = addTakeoverNotice(DONE, from, { tool: toolWith(['page']), scope });
  expect(told).toMatchObject({ parts: [{ from: 'gateway' }, { text: 'done' }] });
  expect(JSON.stringify(told)).toMatch(/"text":"A person did.*at https:\/\/a\.example now/u);
  expect(addTakeoverNotice(DONE, from, { tool: toolWith(['page']), scope })).toBe(DONE);
});

it('a failure keeps its code and says it too', () => {
  const failure = new Failure('browser.stale-ref', 'it is too old');
  const told = addTakeoverNotice(failure, sessions(), { tool: toolWith(['page']), scope });
  expect(told).toMatchObject({ code: 'browser.stale-ref' });
  expect(told instanceof Failure ? told.hint : '').toMatch(/^it is too old; A person did something here/u);
});

it('waits for a result that concerns the session', () => {
  const from = sessions();
  expect(addTakeoverNotice(DONE, from, { tool: toolWith(['fetch']), scope })).toBe(DONE);
  expect(addTakeoverNotice(DONE, from, { tool: toolWith(['page']) })).toBe(DONE);
  const asked = new ElicitationRequired({ message: '', schema: {} });
  expect(addTakeoverNotice(asked, from, { tool: toolWith(['people']), scope })).toBe(asked);
  expect(addTakeoverNotice(DONE, from, { tool: toolWith(['people']), scope })).not.toBe(DONE);
});
