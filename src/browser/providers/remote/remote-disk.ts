import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../../core/index.js';
import { numberOf, fieldsOf, textOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import type { CdpConnection } from '../../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../../cdp/cdp-interceptor.js';
import { createTarget, openContext } from '../../self-test/self-test.js';
import type { BrowserDisk, DiskFolder } from '../provider.js';

/** A DevTools message of 64 MB breaks the socket of a Grid; one piece, in Base64, stays far below. */
const PIECE_BYTES = 1024 * 1024;
const EMPTY_MS = 3000;
const POLL_MS = 50;
const FILE_FIELD = `Object.assign(document.createElement('input'), { type: 'file' })`;
/** One byte, because a file without any is not always written; its type keeps the name as it is. */
const OVERWRITE = `(name) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['-'], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  return link.href;
}`;

interface BlankTab {
  readonly session: string;
  readonly context: string;
}

/**
 * Files on the disk of another machine, read by a blank page of our own in that browser: DevTools puts the file into a
 * file field of it and gives its content as a stream. No page of a session has a part in it.
 */
export class RemoteDisk implements BrowserDisk {
  readonly #wire: CdpConnection;
  readonly #documents: DocumentInterceptor;
  readonly #folder: string | undefined;
  #tab: Promise<BlankTab> | undefined;

  constructor(wire: CdpConnection, documents: DocumentInterceptor, folder: string | undefined) {
    this.#wire = wire;
    this.#documents = documents;
    this.#folder = folder;
  }

  async newFolder(): Promise<DiskFolder> {
    const base = this.#folder ?? (await this.#profileFolder());
    const separator = /^[a-z]:\\/iu.test(base) ? '\\' : '/';
    if (separator === '/' && !base.startsWith('/'))
      throw new Failure('config.not-here-yet', 'the browser does not say where on its machine a file can be put');
    const path = `${base}${separator}gatewright-${randomBytes(16).toString('hex')}`;
    return {
      path,
      read: (name, to, rules) => this.#read(`${path}${separator}${name}`, to, rules),
      empty: (name) => this.#empty(path, name),
    };
  }

  /** The folder of the browser's profile, whose files are deleted with it. */
  async #profileFolder(): Promise<string> {
    const { commandLine } = await this.#wire.call('SystemInfo.getInfo', {}).catch((): Fields => ({}));
    const folder = / --user-data-dir=(?<path>.+?)(?= --|$)/u.exec(String(commandLine))?.groups?.['path'] ?? '';
    // The line is not quoted: whether a blank belongs to the path cannot be told.
    return folder.includes(' ') ? '' : folder;
  }

  async #read(path: string, to: string, { max, tooLarge, signal }: Parameters<DiskFolder['read']>[2]): Promise<void> {
    const { session } = await this.#blankTab();
    const call = (method: string, params: Fields): Promise<Fields> => {
      signal.throwIfAborted();
      return this.#wire.call(method, params, session);
    };
    const field = objectIn(await call('Runtime.evaluate', { expression: FILE_FIELD }));
    await call('DOM.setFileInputFiles', { files: [path], objectId: field });
    const onField = (body: string, returnByValue: boolean): Promise<Fields> =>
      call('Runtime.callFunctionOn', { functionDeclaration: body, objectId: field, returnByValue });
    const size = numberOf(
      fieldsOf(await onField('function () { return this.files[0].size }', true), 'result'),
      'value',
    );
    if (size === undefined) throw new Failure('network.unreachable', 'the download is not where it was put');
    if (size > max) throw tooLarge();
    const file = objectIn(await onField('function () { return this.files[0] }', false));
    const { uuid } = await call('IO.resolveBlob', { objectId: file });
    const handle = `blob:${String(uuid)}`;
    const target = await open(to, 'wx', 0o600);
    try {
      for (let bytes = 0; ;) {
        const { data, base64Encoded, eof } = await call('IO.read', { handle, size: PIECE_BYTES });
        const piece = Buffer.from(String(data), base64Encoded === true ? 'base64' : 'latin1');
        bytes += piece.length;
        if (bytes > max) throw tooLarge();
        await target.writeFile(piece);
        if (eof === true) return;
      }
    } finally {
      await target.close();
      this.#wire.sendNoReply('IO.close', { handle }, session);
      for (const objectId of [field, file]) this.#wire.sendNoReply('Runtime.releaseObject', { objectId }, session);
    }
  }

  /** A download of our own takes the file's place. */
  async #empty(downloadPath: string, name: string): Promise<void> {
    const { session, context } = await this.#blankTab();
    const behavior = { behavior: 'allow', downloadPath, browserContextId: context, eventsEnabled: true };
    await this.#wire.call('Browser.setDownloadBehavior', behavior);
    const { result } = await this.#wire.call(
      'Runtime.evaluate',
      { expression: `(${OVERWRITE})(${JSON.stringify(name)})`, returnByValue: true, userGesture: true },
      session,
    );
    const url = textOf(fieldsOf({ result }, 'result'), 'value') ?? '';
    const { downloads } = this.#documents;
    let id: string | undefined;
    const end = Date.now() + EMPTY_MS;
    while (Date.now() < end && (id === undefined || downloads.state(id)?.state !== 'completed')) {
      await wait(POLL_MS);
      id ??= downloads.claim(url, name);
    }
  }

  /** One for all files; it goes with the connection. */
  #blankTab(): Promise<BlankTab> {
    this.#tab ??= this.#openBlankTab().catch((error: unknown) => {
      this.#tab = undefined;
      throw error;
    });
    return this.#tab;
  }

  async #openBlankTab(): Promise<BlankTab> {
    const context = await openContext(this.#wire, this.#documents, {});
    const targetId = await createTarget(this.#wire, context);
    const { sessionId } = await this.#wire.call('Target.attachToTarget', { targetId, flatten: true });
    const session = String(sessionId);
    this.#documents.ownSessions.listen(session, () => undefined);
    return { session, context };
  }
}

function objectIn(answer: Fields): string {
  const id = textOf(fieldsOf(answer, 'result'), 'objectId');
  if (id === undefined) throw new Failure('network.unreachable', 'the download is not where it was put');
  return id;
}
