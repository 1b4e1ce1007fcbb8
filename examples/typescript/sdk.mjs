// The gateway inside this program. Needs: gatewright.
import { createGatewright, isGatewrightError } from 'gatewright';

const url = process.argv[2] ?? 'https://example.com/';
const { host } = new URL(url);
const gw = await createGatewright({
  workspace: process.env.GATEWRIGHT_WORKSPACE,
  config: {
    network: {
      allow: [host],
      // Only for a site on this machine.
      unsafeAllowPrivate: /^(?:localhost|127\.)/.test(host) ? [host] : [],
    },
  },
  // Here the program asks its person. This one says no, and prints what it was asked.
  approvals: async (question) => {
    for (const { from, label, text } of question.rows) console.log(`  [${from}] ${label}: ${text}`);
    return { yes: false, by: 'the example' };
  },
});

const session = gw.session({ name: 'example', policy: { tools: ['browser_navigate', 'browser_click'] } });
try {
  const page = await session.call('browser_navigate', { url });
  console.log(page.text);
  const clicked = await session.call('browser_click', { role: 'button', index: 0 });
  console.log(clicked.text);
} catch (error) {
  if (!isGatewrightError(error)) throw error;
  console.log(`${error.code}, try again: ${error.retry}`);
} finally {
  await gw.close();
}
