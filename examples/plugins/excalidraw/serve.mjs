// The protocol of docs/plugins.md: JSON lines, one call at a time.
import { createInterface } from 'node:readline';

/** `tools`: by name, `async (ask, args) => result`. `ask(port, args)` resolves with what a port of the browser answers. */
export function serve(namespace, tools) {
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  let waiting;
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { call, tool, args, value, error } = JSON.parse(line);
    if (tool === undefined) {
      const { resolve, reject } = waiting;
      if (error === undefined) resolve(value);
      else reject(new Error(`${error.code}: ${error.says}`));
      return;
    }
    let asked = 0;
    const ask = (port, portArgs) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        say({ call, ask: (asked += 1), port, args: portArgs });
      });
    tools[tool](ask, args).then(
      (result) => say({ call, result: result ?? null }),
      (failure) => say({ call, error: failure.message }),
    );
  });
  say({ ready: 1, namespace });
}
