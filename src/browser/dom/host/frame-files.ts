import type { CDPSession } from 'playwright-core';
import { carryFiles, GIVE_FILES } from './carried-files.js';
import type { FileSource } from './carried-files.js';
import type { World } from './world.js';

interface Sender {
  send<T>(work: Promise<T>, milliseconds?: number): Promise<T>;
  elementObject(world: World, node: number): Promise<string>;
}

/** Files that are in a document and that no page of it has seen. */
export interface CarriedFiles {
  readonly world: World;
  readonly objectId: string;
}

/** Files for the file fields of one CDP session's documents. */
export class FrameFiles {
  readonly #cdp: CDPSession;
  readonly #sender: Sender;

  constructor(cdp: CDPSession, sender: Sender) {
    this.#cdp = cdp;
    this.#sender = sender;
  }

  /** Through the browser, which lets the page read exactly these of its disk. */
  async setPaths(world: World, node: number, files: readonly string[]): Promise<void> {
    const objectId = await this.#sender.elementObject(world, node);
    await this.#sender.send(this.#cdp.send('DOM.setFileInputFiles', { files: [...files], objectId }));
    this.#release(objectId);
  }

  async carry(world: World, files: readonly FileSource[]): Promise<CarriedFiles> {
    const objectId = await carryFiles<string>(
      {
        hold: async (code) => String((await this.#call(world, code, [])).objectId),
        run: async (held, code, value) => {
          await this.#call(world, code, [{ objectId: held }, { value }]);
        },
      },
      files,
    );
    return { world, objectId };
  }

  async setCarried(node: number, { world, objectId }: CarriedFiles): Promise<void> {
    const field = await this.#sender.elementObject(world, node);
    await this.#call(world, GIVE_FILES, [{ objectId: field }, { objectId }]);
    this.#release(field);
    this.#release(objectId);
  }

  async #call(world: World, code: string, args: readonly { objectId?: string; value?: unknown }[]) {
    const { result, exceptionDetails } = await this.#sender.send(
      this.#cdp.send('Runtime.callFunctionOn', {
        functionDeclaration: code,
        executionContextId: world.id,
        arguments: [...args],
      }),
    );
    if (exceptionDetails !== undefined) throw new Error('the document did not take the files');
    return result;
  }

  #release(objectId: string): void {
    this.#cdp.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
  }
}
