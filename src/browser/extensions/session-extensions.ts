import { Failure, onePageLine } from '../../core/index.js';
import type { ExtensionFacts, InstalledExtension } from '../../core/index.js';
import { isFields, textOf } from '../cdp/message-fields.js';
import type { Fields } from '../cdp/message-fields.js';
import { ExtensionCopies } from './extension-copies.js';
import type { ExtensionCopy } from './extension-copies.js';
import { readExtension } from './read-extension.js';

export interface ExtensionParts {
  /** The operator's folder, from which alone extensions come. */
  readonly source: string;
  /** Copies that the browser reads and cannot write; the session's own. */
  readonly place: string;
  /** DevTools' Extensions and Target domains, over the pipe. */
  readonly call: (method: string, params: Fields) => Promise<Fields>;
}

const MAX_EXTENSIONS = 20;
const CHANGES = new Set(['loadUnpacked', 'uninstall']);
/** Of a Chromium that has no Extensions domain, or in which it is switched off. */
const NO_DOMAIN = /^'\w+\.\w+' wasn't found$|^Method not available/u;

/** The extensions of one session's profile. What was installed is loaded again when the profile is opened again. */
export class SessionExtensions {
  readonly #parts: ExtensionParts;
  readonly #copies: ExtensionCopies;
  #changes = 0;

  constructor(parts: ExtensionParts) {
    this.#parts = parts;
    this.#copies = new ExtensionCopies(parts.place);
  }

  /** How often the browser was asked to load an extension or to remove one. */
  get changes(): number {
    return this.#changes;
  }

  /** For the profile's earlier sessions; one that does not load any more is left out. */
  async restore(): Promise<void> {
    for (const copy of await this.#copies.list()) await this.#load(copy).catch(() => undefined);
  }

  async install(path: string, approved: ExtensionFacts | undefined): Promise<InstalledExtension> {
    const read = await readExtension(this.#parts.source, path);
    // What a person said yes to, byte for byte.
    if (approved === undefined || read.facts.digest !== approved.digest) throw new Failure('policy.changed');
    const before = await this.#copies.list();
    const copy = await this.#copies.write(path, read);
    const others = before.filter(({ folder }) => folder !== copy.folder);
    if (others.length >= MAX_EXTENSIONS) {
      await this.#copies.remove(copy);
      throw new Failure('session.limit', `A profile has at most ${String(MAX_EXTENSIONS)} extensions.`);
    }
    const id = await this.#load(copy);
    // A manifest can name the id of another extension, and is loaded in its place.
    for (const replaced of others.filter((one) => one.id === id)) await this.#copies.remove(replaced);
    this.#copies.save([...others.filter((one) => one.id !== id), { ...copy, id }]);
    return this.#find(id);
  }

  async list(): Promise<readonly InstalledExtension[]> {
    const ours = new Set((await this.#copies.list()).map(({ id }) => id));
    return (await this.#loaded()).flatMap((one) => {
      const id = textOf(one, 'id') ?? '';
      const text = (key: string): string => onePageLine(textOf(one, key) ?? '', 100);
      return ours.has(id)
        ? [{ id, name: text('name'), version: text('version'), enabled: one['enabled'] === true }]
        : [];
    });
  }

  async reload(id: string): Promise<InstalledExtension> {
    await this.#load(await this.#known(id));
    return this.#find(id);
  }

  /** On the tab that shows this address; DevTools wants the tab, not its page. */
  async trigger(id: string, url: string): Promise<void> {
    await this.#known(id);
    const { targetInfos } = await this.#parts.call('Target.getTargets', { filter: [{ type: 'tab' }] });
    const tabs = (Array.isArray(targetInfos) ? targetInfos : []).filter(isFields);
    const [tab, another] = tabs.filter((one) => textOf(one, 'type') === 'tab' && textOf(one, 'url') === url);
    if (tab === undefined || another !== undefined)
      throw new Failure('browser.bad-extension', 'several tabs show this address, or none: navigate first');
    await this.#ask('triggerAction', { id, targetId: textOf(tab, 'targetId') }).catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      throw new Failure('browser.bad-extension', 'it has no button, or it cannot be pressed on this page');
    });
  }

  /** The next browser does not load the extension. False: this browser goes on running it. */
  async uninstall(id: string): Promise<boolean> {
    const copy = await this.#known(id);
    this.#copies.save((await this.#copies.list()).filter(({ folder }) => folder !== copy.folder));
    await this.#ask('uninstall', { id }).catch(() => undefined);
    await this.#copies.remove(copy);
    return !(await this.#loaded()).some((one) => textOf(one, 'id') === id);
  }

  async #loaded(): Promise<readonly Fields[]> {
    const { extensions } = await this.#ask('getExtensions', {});
    return (Array.isArray(extensions) ? extensions : []).filter(isFields);
  }

  async #ask(method: string, params: Fields): Promise<Fields> {
    if (CHANGES.has(method)) this.#changes += 1;
    try {
      return await this.#parts.call(`Extensions.${method}`, params);
    } catch (error) {
      if (error instanceof Error && NO_DOMAIN.test(error.message)) throw new Failure('browser.extensions-unsupported');
      throw error;
    }
  }

  async #load(copy: Omit<ExtensionCopy, 'id'>): Promise<string> {
    if (!(await this.#copies.isWhole(copy)))
      throw new Failure('browser.bad-extension', 'its copy was changed on the disk: install it again');
    const loaded = await this.#ask('loadUnpacked', { path: this.#copies.pathOf(copy) }).catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      return undefined;
    });
    const id = loaded === undefined ? undefined : textOf(loaded, 'id');
    if (id === undefined) throw new Failure('browser.bad-extension', 'Chromium did not take it');
    return id;
  }

  async #find(id: string): Promise<InstalledExtension> {
    const found = (await this.list()).find((one) => one.id === id);
    if (found === undefined) throw new Failure('browser.bad-extension', 'Chromium did not take it');
    return found;
  }

  async #known(id: string): Promise<ExtensionCopy> {
    const known = (await this.#copies.list()).find((one) => one.id === id);
    if (known === undefined)
      throw new Failure('call.bad-arguments', 'id: no such extension; extensions_list shows them');
    return known;
  }
}
