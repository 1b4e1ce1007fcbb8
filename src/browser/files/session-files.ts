import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { Failure } from '../../core/index.js';
import type { JsonObject, Scope, Secret, SessionName } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';
import type { BrowserDisk } from '../providers/provider.js';
import { ContentScan } from './content-scan.js';
import { copyFile } from './copy-file.js';
import type { Copied } from './copy-file.js';
import type { DownloadInterceptor } from './inbox.js';
import { Inbox } from './inbox.js';
import { openBeneath } from './open-beneath.js';
import { numbered, safeName } from './safe-name.js';

/** Where files come from and go to; the operator's `file-io` or `recording`. */
export interface FileFolders {
  /** The workspace: what is kept is told by its path from here. */
  readonly workspace: string;
  /** Files that may be uploaded by the user of this machine; every other caller has a folder of its name in it. */
  readonly uploads: string;
  /** What pages gave, in a folder for each session. */
  readonly downloads: string;
  /** Does the operator let pages give and take files (`file-io`)? Otherwise only what we make ourselves is kept. */
  readonly areForPages: boolean;
  /** For what is being made; goes with this process. */
  readonly scratch: string;
  /** The PATH on which helpers such as ffmpeg are looked for. */
  readonly programs: string;
  /** The name of a secret of the session in the text that does not belong to the origin; absent: it has none. */
  leakDetectorFor(scope: Scope): ((text: string, origin: string) => string | undefined) | undefined;
}

interface KeepLimit {
  readonly max: number;
  /** The key of the configuration that says so. */
  readonly key: string;
}

export interface FilesDeps {
  readonly room: FileFolders;
  readonly scope: SessionName;
  /** The browser's own folder, which it can read in whatever jail it is; absent: it shares none with us. */
  readonly browserFolder: string | undefined;
  /** Its disk is not ours: `browserFolder` is a folder of this machine then, which it does not see. */
  readonly disk?: BrowserDisk | undefined;
  readonly interceptor: DownloadInterceptor;
  /** What the session may keep, so that no page and no agent fills the disk. Absent: no limit. */
  readonly limits: () => { readonly downloads?: KeepLimit; readonly downloadBytes?: KeepLimit };
  /** For the record: which bytes went where. */
  readonly note: (event: 'file.staged' | 'file.kept', facts: JsonObject) => void;
}

export interface StagedFile extends Copied {
  readonly name: string;
  /** Where the browser finds it. */
  readonly path: string;
}

export interface KeptFile extends Copied {
  /** From the workspace. */
  readonly path: string;
  /** Where the workspace is, for whoever may know. */
  readonly workspace?: string;
}

export const MAX_UPLOAD = 100 * 1024 * 1024;
export const MAX_DOWNLOAD = 100 * 1024 * 1024;
const MB = 1024 ** 2;
const NOWHERE = 'null';
const LOCAL = 'local';

/** The files of one session: copies that its pages were given, and what its pages gave. */
export class SessionFiles {
  readonly #deps: FilesDeps;
  readonly #folders: string[] = [];
  #own: string | undefined;
  #kept = { files: 0, bytes: 0 };

  constructor(deps: FilesDeps) {
    this.#deps = deps;
  }

  /** Copies of the files in the folder for uploads, which the browser can read until the session ends. */
  async stage(
    paths: readonly string[],
    to: {
      readonly owner: string;
      readonly origins: readonly string[];
      readonly secrets: readonly Secret[];
    },
    signal: AbortSignal,
  ): Promise<readonly StagedFile[]> {
    const { uploads } = this.#deps.room;
    const from = to.owner === LOCAL ? uploads : ownFolderIn(uploads, to.owner);
    const folder = this.#sharedFolder('u');
    const staged: StagedFile[] = [];
    let left = MAX_UPLOAD;
    for (const [i, path] of paths.entries()) {
      const about = `paths[${String(i)}]`;
      // Each in a folder of its own: two may have the same name.
      const place = join(folder, String(i));
      openFolder(place);
      const file = await openBeneath(from, path, about);
      try {
        const name = basename(path);
        const copied = await copyFile(file, join(place, name), {
          mode: 0o444,
          most: left,
          tooLarge: () =>
            new Failure('browser.bad-file', `${about}: at most ${String(MAX_UPLOAD / 1024 ** 2)} MB in all`),
          scan: this.#leakScan(to.origins, to.secrets),
          secretFound: (secret) => new Failure('policy.secret-leaving', `${about} holds <${secret}>`),
          signal,
        });
        left -= copied.bytes;
        staged.push({ ...copied, name, path: join(place, name) });
        this.#deps.note('file.staged', { ...copied, name, origins: [...to.origins] });
      } finally {
        await file.close();
      }
    }
    return staged;
  }

  /** From now on downloads of this session arrive, until it is closed; otherwise they are refused. */
  async openInbox(): Promise<Inbox> {
    const { disk, interceptor } = this.#deps;
    const far = await disk?.newFolder();
    return Inbox.open(this.#sharedFolder('d', far === undefined), interceptor, far);
  }

  /** Files are given to pages by their content, not by a path. */
  get areElsewhere(): boolean {
    return this.#deps.disk !== undefined;
  }

  /** Takes a file that has arrived out of the browser's reach. */
  async keep(
    inbox: Inbox,
    id: string,
    suggested: string,
    secrets: readonly Secret[],
    signal: AbortSignal,
  ): Promise<KeptFile> {
    const file = await openBeneath(inbox.folder, id, 'the download');
    try {
      // A browser that was taken over could put a link to somebody else's file in its place.
      if ((await file.stat()).nlink !== 1) throw new Failure('internal.fault', 'the download is not one file');
      const find = this.#deps.room.leakDetectorFor(this.#deps.scope);
      const isSecret = find?.(suggested, NOWHERE) !== undefined;
      const to = this.#placeFor(isSecret ? 'file' : safeName(suggested));
      const copied = await copyFile(file, to, {
        mode: 0o600,
        most: MAX_DOWNLOAD,
        tooLarge,
        scan: find && new ContentScan((text) => find(text, NOWHERE), secrets),
        secretFound: (name) => new Failure('page.secret-shown', `the file holds <${name}>, and is not kept`),
        signal,
      });
      return this.#recordKeptFile(to, copied);
    } finally {
      await file.close();
      inbox.discard(id);
    }
  }

  /** For what we made ourselves. */
  async write(name: string, content: Uint8Array, facts: Omit<Copied, 'bytes'>): Promise<KeptFile> {
    const to = this.#placeFor(name);
    await writeFile(to, content, { flag: 'wx', mode: 0o600 });
    return this.#recordKeptFile(to, { ...facts, bytes: content.length });
  }

  /** What pages were given goes; what they gave stays in the workspace, for the operator. */
  end(): void {
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #leakScan(origins: readonly string[], secrets: readonly Secret[]): ContentScan | undefined {
    const find = this.#deps.room.leakDetectorFor(this.#deps.scope);
    if (find === undefined) return undefined;
    const isAtHome = (secret: Secret): boolean =>
      origins.every((origin) => openSecret(secret).origins.includes(origin));
    const findLeakIn = (text: string): string | undefined => {
      for (const origin of origins) {
        const name = find(text, origin);
        if (name !== undefined) return name;
      }
      return undefined;
    };
    return new ContentScan(
      findLeakIn,
      secrets.filter((secret) => !isAtHome(secret)),
    );
  }

  #sharedFolder(kind: 'u' | 'd', isWritable = false): string {
    const { browserFolder } = this.#deps;
    if (browserFolder === undefined)
      throw new Failure('config.not-here-yet', 'this browser provider cannot be given files');
    const folder = join(browserFolder, `${kind}-${randomBytes(6).toString('hex')}`);
    // The browser runs as somebody else where we are root: what it shall write it must be able to enter.
    openFolder(folder);
    if (isWritable) this.#deps.interceptor.giveToBrowser(folder);
    this.#folders.push(folder);
    return folder;
  }

  #placeFor(name: string): string {
    this.#checkKept();
    const folder = this.#ownFolder();
    for (let n = 1; ; n += 1) {
      const path = join(folder, numbered(name, n));
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
    }
  }

  get areForPages(): boolean {
    return this.#deps.room.areForPages;
  }

  get scratch(): string {
    return this.#deps.room.scratch;
  }

  get programs(): string {
    return this.#deps.room.programs;
  }

  /** Throws where it may keep nothing more. */
  checkRoom(): void {
    this.#checkKept();
  }

  /** How much it has kept. */
  get kept(): { readonly files: number; readonly bytes: number } {
    return this.#kept;
  }

  #checkKept(): void {
    const { files, bytes } = this.#kept;
    const { downloads, downloadBytes } = this.#deps.limits();
    if (downloads !== undefined && files >= downloads.max)
      throw new Failure('session.limit', `It has kept ${files} of ${downloads.max} files (${downloads.key}).`);
    if (downloadBytes !== undefined && bytes >= downloadBytes.max)
      throw new Failure(
        'session.limit',
        `It has kept ${Math.round(bytes / MB)} of ${downloadBytes.max / MB} MB of files (${downloadBytes.key}).`,
      );
  }

  /** Made with the first file; a name that is used again belongs to another session, and gets another folder. */
  #ownFolder(): string {
    const { downloads } = this.#deps.room;
    this.#own ??= `${this.#deps.scope.session}-${randomBytes(4).toString('hex')}`;
    return ownFolderIn(downloads, this.#own);
  }

  #recordKeptFile(path: string, copied: Copied): KeptFile {
    this.#kept = { files: this.#kept.files + 1, bytes: this.#kept.bytes + copied.bytes };
    const kept = { ...copied, path: relative(this.#deps.room.workspace, path).split(sep).join('/') };
    this.#deps.note('file.kept', kept);
    // A caller over the network has no use for the paths of this machine.
    return this.#deps.scope.principal === LOCAL ? { ...kept, workspace: fromHome(this.#deps.room.workspace) } : kept;
  }
}

/** As a person and their shell write it. */
function fromHome(path: string): string {
  const home = homedir();
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** The browser that reads this folder may run as another user: the mode must not depend on the umask. */
function openFolder(path: string): void {
  mkdirSync(path);
  chmodSync(path, 0o755);
}

/** A link in its place is refused, wherever it leads. */
function ownFolderIn(folder: string, name: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,60}$/u.test(name)) throw new Failure('internal.fault', 'no name for a folder');
  const path = join(folder, name);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const one of [folder, path])
    if (!lstatSync(one).isDirectory()) throw new Failure('config.workspace', 'a link lies where a folder should');
  return path;
}

export function tooLarge(): Failure {
  return new Failure('page.file-too-large', `at most ${String(MAX_DOWNLOAD / 1024 ** 2)} MB`);
}
