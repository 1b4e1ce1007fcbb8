import type { AuditSink } from './sink.js';

/** For a service manager or a container that keeps what a program writes. */
export function createStderrSink(log: (line: string) => void): AuditSink {
  return {
    name: 'stderr',
    lasting: false,
    lastOf: () => Promise.resolve(undefined),
    take: (records) => {
      // Nothing in it is obeyed by a terminal, or turns the line around: JSON escapes the lower control characters, and we
      // the upper ones and those that nobody sees.
      for (const { line } of records) log(`audit ${line.replace(/[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu, escaped)}`);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
