import { createInterface } from 'node:readline/promises';

/** The person gave up at a question. */
export class Cancelled extends Error {}

/** One line from a person. */
export async function askLine(question: string, signal?: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Without this the question would stay open for ever when the terminal closes or Ctrl-C is typed.
  const gaveUp = new Promise<never>((_, reject) => {
    const giveUp = () => {
      reject(new Cancelled());
    };
    lines.once('SIGINT', giveUp);
    lines.once('close', giveUp);
  });
  try {
    const asked = signal === undefined ? lines.question(question) : lines.question(question, { signal });
    return (await Promise.race([asked, gaveUp])).trim();
  } finally {
    lines.close();
  }
}

/** A secret: from a terminal without echo, otherwise the first line of stdin. Never from the arguments, which every process can see. */
export function askSecret(question: string): Promise<string> {
  return process.stdin.isTTY ? typeUnseen(question) : firstLine();
}

async function firstLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/u)[0] ?? '';
}

function typeUnseen(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (finish: () => void) => {
      stdin.setRawMode(false);
      stdin.pause();
      stdin.off('data', onData);
      stderr.write('\n');
      finish();
    };
    const onData = (chunk: string) => {
      for (const key of chunk) {
        if (key === '\r' || key === '\n') {
          end(() => {
            resolve(typed);
          });
          return;
        }
        if (key === '\u0003' || key === '\u0004') {
          end(() => {
            reject(new Cancelled());
          });
          return;
        }
        typed = key === '\u007F' || key === '\b' ? Array.from(typed).slice(0, -1).join('') : typed + key;
      }
    };
    stdin.on('data', onData);
  });
}
