import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** A task as a benchmark for agents poses it: an instruction, texts, a field, a button, and a verdict. */
const task = (asks: string, texts: readonly string[], wanted: string): string =>
  html(
    `<div id="query">${asks}</div><div id="area">
      ${texts.map((text, i) => `<textarea id="text-${String(i)}" rows="3">${text}</textarea>`).join('\n')}
      <input id="answer" type="text"><button id="submit" type="button">Submit</button></div><div id="reward">Time left</div>
      <script>
        document.getElementById('submit').onclick = () => {
          const isRight = document.getElementById('answer').value === ${JSON.stringify(wanted)};
          document.getElementById('reward').textContent = isRight ? 'Last reward: 1.00' : 'Last reward: -1.00';
        };
      </script>`,
    '<style>textarea { width: 140px; resize: none } #area { height: 156px; overflow: auto }</style>',
  );

const LONG =
  'Et ligula, sed auctor. Non urna faucibus. Arcu in eget: mi tellus, 42 (vel) "quis" & vitae; dui sit nunc.';
const THREE = ['Sed sapien. Odio nec.', 'Diam egestas, tortor id.', 'Nulla felis. Mauris!'];

describe('copy and paste by keyboard at default settings', () => {
  let site: Site;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const press = async (ref: string, key: string): Promise<void> => {
    const reply = await call('browser_press', { ref, key });
    expect(reply.isError, reply.text).toBe(false);
  };
  beforeAll(async () => {
    site = await startSite({
      '/one': task('Copy the text in the textarea below, paste it into the textbox and press Submit.', [LONG], LONG),
      '/three': task(
        'Copy the text from the 2nd text area below, paste it into the text input and press Submit.',
        THREE,
        THREE[1] ?? '',
      ),
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it.each([
    ['/one', /- textbox[^\n]*Et ligula/u],
    ['/three', /- textbox[^\n]*Diam egestas/u],
  ])('solves the task at %s with the copy and paste keys alone', async (path, from) => {
    const { tools } = await gatewright.client.listTools();
    expect(tools.some(({ name }) => name.startsWith('clipboard_'))).toBe(false);
    const { text } = await call('browser_navigate', { url: site.url(path) });
    const [source, field] = [refOf(text, from), refOf(text, /- textbox(?![^\n]*(?:multiline|: "))/u)];
    await press(source, 'Control+a');
    await press(source, 'Control+c');
    await press(field, 'Control+v');
    expect((await call('browser_click', { ref: refOf(text, /button "Submit"/u) })).isError).toBe(false);
    expect((await call('browser_snapshot')).text).toContain('Last reward: 1.00');
  });
});
