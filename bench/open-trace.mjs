import { appendFileSync, writeFileSync } from 'node:fs';

/**
 * Writes each line to a file that is empty at first; without a file it writes nothing.
 *
 * @param {string | undefined} file
 * @returns {(line: string) => void}
 */
export function openTrace(file) {
  if (file === undefined) return () => {};
  writeFileSync(file, '');
  return (line) => {
    appendFileSync(file, `${line}\n`);
  };
}
