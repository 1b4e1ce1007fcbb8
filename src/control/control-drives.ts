import { randomBytes } from 'node:crypto';
import type net from 'node:net';
import { sessionNameOf } from '../core/index.js';
import type { Driving, OperatorPort } from '../gateway/gateway.js';
import type { LiveRequest } from './control-live.js';
import { shownPictureOf } from './control-live.js';

type LiveReply = { readonly ok: true; readonly result: object } | { readonly ok: false; readonly why: string };

const NO_DRIVE: LiveReply = { ok: false, why: 'Nobody drives by this name.' };
const WENT_AWAY = 'the console went away';

interface Drive {
  readonly driving: Driving;
  over?: string;
}

/** The sessions that are driven over one connection: whoever closes it gives them back. */
export function openDrives(operator: OperatorPort, socket: net.Socket): (request: LiveRequest) => Promise<LiveReply> {
  const drives = new Map<string, Drive>();
  socket.once('close', () => {
    for (const { driving } of drives.values()) driving.giveBack(WENT_AWAY);
  });

  const take = async (request: Extract<LiveRequest, { do: 'take' }>): Promise<LiveReply> => {
    const { by, code } = request;
    const taken = await operator.takeOver(sessionNameOf(request), { by, code });
    if (!taken.ok) return taken;
    const { driving } = taken;
    if (socket.destroyed) driving.giveBack(WENT_AWAY);
    const drive: Drive = { driving };
    const name = randomBytes(16).toString('hex');
    drives.set(name, drive);
    void driving.ended.then((why) => (drive.over = why));
    return { ok: true, result: { drive: name } };
  };

  return async (request) => {
    if (request.do === 'take') return take(request);
    if (request.do === 'view') {
      const released = await operator.view(sessionNameOf(request), request.size);
      return { ok: true, result: released === undefined ? {} : { view: shownPictureOf(released) } };
    }
    const drive = drives.get(request.drive);
    if (drive === undefined) return NO_DRIVE;
    switch (request.do) {
      case 'drive':
        await drive.driving.input(request.inputs);
        return { ok: true, result: {} };
      case 'driven':
        return { ok: true, result: await pictureOf(drive) };
      case 'give':
        drive.driving.giveBack('the person gave it back');
        await drive.driving.ended;
        drives.delete(request.drive);
        return { ok: true, result: {} };
    }
  };
}

async function pictureOf(drive: Drive): Promise<object> {
  const released = drive.over === undefined ? await drive.driving.view() : undefined;
  if (drive.over !== undefined) return { over: drive.over };
  return released === undefined ? { over: 'the session ended' } : { view: shownPictureOf(released) };
}
