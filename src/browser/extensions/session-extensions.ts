import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Failure, onePageLine } from '../../core/index.js';
import type { ExtensionFacts, InstalledExtension } from '../../core/index.js';
import { isFields, textOf } from '../cdp/message-fields.js';
import type { Fields } from '../cdp/message-fields.js';
import { replaceFile } from '../../platform/replace-file.js';
import { readExtension } from './read-extension.js';

export interface ExtensionParts {
  /** The operator's folder, from which alone extensions come. */
  readonly source: string;
  /** Copies that the browser reads and cannot write; the session's own. */
  readonly place: string;
  /** DevTools' Extensions and Target domains, over the pipe. */
  readonly call: (method: string, params: Fields) => Promise<Fields>;
}

const LIST = 'installed.json';
const MAX_EXTENSIONS = 20;
const listSchema = z.array(z.strictObject({ folder: z.string().regex(/^[0-9a-f]{16}$/u), id: z.string() }));
type Listed = z.output<typeof listSchema>;

/** The extensions of one session's profile. What was installed is loaded again when the profile is opened again. */
export class SessionExtensions {
  readonly #parts: ExtensionParts;

  constructor(parts: ExtensionParts) {
    this.#parts = parts;
  }

  /** For the profile's earlier sessions; one that does not load any more is left out. */
  async restore(): Promise<void> {
    for (const { folder } of await this.#listed()) await this.#load(folder).catch(() => undefined);
  }

  async install(path: string, approved: ExtensionFacts | undefined): Promise<InstalledExtension> {
    const { source, place } = this.#parts;
    const { facts, files } = await readExtension(source, path);
    // What a person said yes to, byte for byte.
    if (approved === undefined || facts.digest !== approved.digest) throw new Failure('policy.changed');
    const folder = createHash('sha256').update(path).digest('hex').slice(0, 16);
    const before = await this.#listed();
    if (before.length >= MAX_EXTENSIONS && !before.some((one) => one.folder === folder))
      throw new Failure('session.limit', `A profile has at most ${String(MAX_EXTENSIONS)} extensions.`);
    await rm(join(place, folder), { recursive: true, force: true });
    for (const file of files) {
      const to = join(place, folder, file.path);
      await mkdir(dirname(to), { recursive: true, mode: 0o755 });
      await writeFile(to, file.bytes, { mode: 0o644, flag: 'wx' });
    }
    const id = await this.#load(folder);
    this.#save([...before.filter((one) => one.folder !== folder), { folder, id }]);
    return this.#find(id);
  }

  async list(): Promise<readonly InstalledExtension[]> {
    const ours = new Set((await this.#listed()).map(({ id }) => id));
    const { extensions } = await this.#parts.call('Extensions.getExtensions', {});
    return (Array.isArray(extensions) ? extensions : []).filter(isFields).flatMap((one) => {
      const id = textOf(one, 'id') ?? '';
      const text = (key: string): string => onePageLine(textOf(one, key) ?? '', 100);
      return ours.has(id)
        ? [{ id, name: text('name'), version: text('version'), enabled: one['enabled'] === true }]
        : [];
    });
  }

  async reload(id: string): Promise<InstalledExtension> {
    const known = await this.#known(id);
    await this.#load(known.folder);
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
    await this.#parts.call('Extensions.triggerAction', { id, targetId: textOf(tab, 'targetId') }).catch(() => {
      throw new Failure('browser.bad-extension', 'it has no button, or it cannot be pressed on this page');
    });
  }

  async uninstall(id: string): Promise<void> {
    const { folder } = await this.#known(id);
    await this.#parts.call('Extensions.uninstall', { id }).catch(() => undefined);
    this.#save((await this.#listed()).filter((one) => one.folder !== folder));
    await rm(join(this.#parts.place, folder), { recursive: true, force: true });
  }

  async #load(folder: string): Promise<string> {
    const loaded = await this.#parts
      .call('Extensions.loadUnpacked', { path: join(this.#parts.place, folder) })
      .catch(() => undefined);
    const id = loaded === undefined ? undefined : textOf(loaded, 'id');
    if (id === undefined) throw new Failure('browser.bad-extension', 'Chromium did not take it');
    return id;
  }

  async #find(id: string): Promise<InstalledExtension> {
    const found = (await this.list()).find((one) => one.id === id);
    if (found === undefined) throw new Failure('browser.bad-extension', 'Chromium did not take it');
    return found;
  }

  async #known(id: string): Promise<Listed[number]> {
    const known = (await this.#listed()).find((one) => one.id === id);
    if (known === undefined)
      throw new Failure('call.bad-arguments', 'id: no such extension; extensions_list shows them');
    return known;
  }

  async #listed(): Promise<Listed> {
    const text = await readFile(join(this.#parts.place, LIST), 'utf8').catch(() => '[]');
    return listSchema.safeParse(JSON.parse(text)).data ?? [];
  }

  #save(list: Listed): void {
    replaceFile(join(this.#parts.place, LIST), JSON.stringify(list));
  }
}
