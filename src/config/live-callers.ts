import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../core/index.js';
import type { Callers, CallersChange, Principal, TokensChange } from '../core/index.js';
import type { Loaded } from './load.js';
import type { Config } from './schema.js';
import { PRINCIPAL_NAME, teamOf } from './teams.js';
import type { TeamsOptions } from './teams.js';
import { TokenStore } from './token-store.js';
import type { Workspace } from './workspace.js';

const POLL_MS = 1000;
const QUIET_MS = 250;

export interface LiveCallersDeps {
  readonly loaded: Loaded;
  readonly workspace: Workspace;
  readonly log: (line: string) => void;
}

/**
 * The callers that are known, from the token files and the `teams:` of the configuration, re-read when they change. A bad
 * file changes nothing, and is named until it is mended. All other keys are as they were at the start.
 */
export class LiveCallers implements Callers {
  readonly #deps: LiveCallersDeps;
  readonly #tokens: TokenStore;
  readonly #file: string;
  #config: Config;
  #fileStamp: string | undefined;
  #fileProblem: string | undefined;
  #principals = new Map<string, Principal>();
  /** Taken out of `teams:` while the server runs: their tokens must not open the whole instead. */
  readonly #removed = new Set<string>();
  /** Named by the program around the server, which knows them without a token. */
  readonly #trustedNames = new Set<string>();
  #hash: string;
  #told = '';
  #onChange: (change: CallersChange) => void = () => undefined;

  /** Throws when a token file cannot be trusted. */
  constructor(deps: LiveCallersDeps) {
    const { loaded, workspace } = deps;
    this.#deps = deps;
    this.#config = loaded.config;
    this.#tokens = new TokenStore(workspace, loaded.config.teams);
    this.#file = loaded.file ?? join(loaded.workspace, 'gatewright.yaml');
    this.#fileStamp = stampOf(this.#file);
    this.#hash = this.#currentHash();
  }

  /** Whose token this is. Looks at the files first, so that a revoked token is refused at once. */
  authenticate(presented: string): Principal | undefined {
    this.#apply(this.#tokens.refresh(), this.#config.teams, []);
    const name = this.#tokens.ownerOf(presented);
    return name === undefined ? undefined : this.current({ id: name });
  }

  trustPrincipal(name: string): Principal {
    if (!PRINCIPAL_NAME.test(name))
      throw new Failure('config.invalid', 'principal: 1 to 40 of a-z, 0-9 and -, the first no dash');
    this.#trustedNames.add(name);
    const principal = this.current({ id: name });
    if (principal === undefined)
      throw new Failure('call.token-revoked', `team ${name} was taken out of the configuration; a restart ends that`);
    return principal;
  }

  current({ id }: Principal): Principal | undefined {
    if (this.#removed.has(id) || !(this.#tokens.has(id) || this.#trustedNames.has(id))) return undefined;
    const known = this.#principals.get(id);
    if (known !== undefined) return known;
    const { teams } = this.#config;
    const options = Object.hasOwn(teams, id) ? teams[id] : undefined;
    const principal = options === undefined ? { id } : { id, team: teamOf(id, options) };
    this.#principals.set(id, principal);
    return principal;
  }

  /** As it is in force: teams as they are now, all else as it was at the start. */
  get config(): Config {
    return this.#config;
  }

  /** What of the files on disk is not in force, and why. */
  get problems(): readonly string[] {
    return [...(this.#fileProblem === undefined ? [] : [this.#fileProblem]), ...this.#tokens.problems];
  }

  /** Until the returned function is called. */
  watch(onChange: (change: CallersChange) => void): () => void {
    this.#onChange = onChange;
    let isReading = false;
    const timer = setInterval(() => {
      if (isReading) return;
      isReading = true;
      void this.refresh().finally(() => {
        isReading = false;
      });
    }, POLL_MS);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }

  /** Reads what changed, and puts it in force. */
  async refresh(): Promise<void> {
    const read = await this.#readFile();
    const { teams } = read?.config ?? this.#config;
    const restart = read === undefined ? [] : keysThatDiffer(this.#config, read.config);
    this.#tokens.setTeams(teams);
    this.#apply(this.#tokens.refresh(), teams, restart);
  }

  /** Undefined: it is as it was, or bad. */
  async #readFile(): Promise<Loaded | undefined> {
    const stamp = stampOf(this.#file);
    if (stamp === this.#fileStamp) return undefined;
    // The file may still be being written, and its first half may well parse.
    if (stamp !== undefined && Date.now() - statSync(this.#file).mtimeMs < QUIET_MS) return undefined;
    const hadFile = this.#fileStamp !== undefined;
    this.#fileStamp = stamp;
    try {
      if (stamp === undefined && hadFile) throw new Failure('config.invalid', `${this.#file}: there is no such file`);
      if (stamp !== undefined && statSync(this.#file).size === 0)
        throw new Failure('config.invalid', `${this.#file}: it is empty`);
      const read = await this.#deps.loaded.reload?.();
      this.#fileProblem = undefined;
      return read;
    } catch (error) {
      const why = error instanceof Failure ? (error.hint ?? error.code) : `${this.#file}: it cannot be read`;
      this.#fileProblem = `${why}; what it said before holds`;
      return undefined;
    }
  }

  #apply(tokens: TokensChange, teams: TeamsOptions, restart: readonly string[]): void {
    const before = this.#config.teams;
    const { added, revoked, rotated } = tokens;
    if (before === teams && added.length + revoked.length + rotated.length === 0) {
      this.#sayProblems();
      return;
    }
    const changed = Object.keys({ ...before, ...teams }).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(teams[name]),
    );
    const removed = changed.filter((name) => !Object.hasOwn(teams, name));
    const was = new Map(changed.map((name) => [name, this.#principals.get(name) ?? this.current({ id: name })]));
    for (const name of [...changed, ...revoked]) this.#removed.delete(name);
    for (const name of removed) this.#removed.add(name);
    this.#config = { ...this.#config, teams };
    for (const name of [...changed, ...revoked]) this.#principals.delete(name);
    this.#sayProblems();
    const hash = this.#currentHash();
    if (hash === this.#hash && restart.length === 0) return;
    const change: CallersChange = {
      ...{ before: this.#hash, after: hash, restart, added, rotated },
      revoked: [...new Set([...revoked, ...removed])],
      teams: changed.flatMap((name) => {
        const options = teams[name];
        return options === undefined ? [] : [{ name, before: was.get(name)?.team, after: teamOf(name, options) }];
      }),
    };
    this.#hash = hash;
    this.#sayChange(change, removed);
    this.#onChange(change);
  }

  #currentHash(): string {
    const teams = Object.entries(this.#config.teams).sort(([one], [other]) => one.localeCompare(other));
    return createHash('sha256')
      .update(JSON.stringify([teams, this.#tokens.stamps]))
      .digest('hex');
  }

  #sayProblems(): void {
    const said = this.problems.join('\n');
    if (said === this.#told) return;
    this.#told = said;
    for (const line of this.problems) this.#deps.log(`configuration: ${line}`);
    if (said === '') this.#deps.log('configuration: all files can be read again');
  }

  #sayChange({ added, revoked, rotated, teams, restart }: CallersChange, removed: readonly string[]): void {
    const { log } = this.#deps;
    const parts = [
      ...teams.map(({ name }) => `team ${name} changed`),
      ...added.map((name) => `token ${name} added`),
      ...rotated.map((name) => `token ${name} rotated`),
      ...revoked.map((name) => `token ${name} revoked`),
    ];
    if (parts.length > 0) log(`configuration: ${parts.join(', ')}`);
    for (const name of removed)
      log(
        `configuration: team ${name} is gone; its token is refused until a restart, which gives it the whole: revoke it`,
      );
    if (restart.length > 0) log(`configuration: ${restart.join(', ')} changed too, and waits for a restart`);
  }
}

/** Top-level keys other than `teams`. */
function keysThatDiffer(one: Config, other: Config): readonly string[] {
  const [before, after] = [one, other].map((config) => new Map(Object.entries(config)));
  const keys = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter((key) => key !== 'teams');
  return keys.filter((key) => JSON.stringify(before?.get(key)) !== JSON.stringify(after?.get(key)));
}

function stampOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat && [stat.ino, stat.ctimeNs, stat.mtimeNs, stat.size].join('.');
}
