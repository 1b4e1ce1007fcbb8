import type { CdpConnection } from '../cdp/cdp-connection.js';
import { isAnswering } from './is-answering.js';
import type { Launched } from './provider.js';

/** A browser that no longer answers counts as gone: its sessions are told at once, and no call waits for ever. */
export function watchAnswers(
  wire: CdpConnection,
  { process, probeMs }: Pick<Launched, 'process' | 'probeMs'>,
  log: (line: string) => void,
): void {
  let isLost = false;
  // One of this machine is asked twice: it may be this server that stood still, with the answer unread.
  const isThere = async (): Promise<boolean> =>
    (await isAnswering(wire, process)) || (process !== undefined && (await isAnswering(wire, process)));
  const ask = async (): Promise<void> => {
    const isUp = await isThere();
    if (isLost) return;
    if (isUp) {
      next();
      return;
    }
    log('browser: no longer answers, and is ended');
    wire.close();
  };
  let timer: NodeJS.Timeout | undefined;
  const next = (): void => {
    timer = setTimeout(() => void ask(), probeMs).unref();
  };
  wire.whenLost(() => {
    isLost = true;
    clearTimeout(timer);
  });
  next();
}
