import { onePageLine, sessionKey, sessionNameOf } from '../core/index.js';
import type { Data, Released, SecretRegistry, SessionName, SessionView, Sessions } from '../core/index.js';
import { createMask, release } from '../masking/index.js';

/** Which session; the names as they are in the list of sessions. */
export type Which = SessionName;
export type ViewSize = 'small' | 'large';

const MAX_LENGTH: Readonly<Record<ViewSize, number>> = { small: 560, large: 1280 };
/** However many look on, the page is pictured this often at most. */
const SHARED_MS = 600;

type LiveDeps = { readonly sessions: Pick<Sessions, 'watch'>; readonly secrets: Pick<SecretRegistry, 'all'> };

/** The picture of a session for the operator: taken only on request, and released like every other output. */
export class LiveView {
  readonly #deps: LiveDeps;
  readonly #shared = new Map<string, { readonly at: number; readonly view: Promise<Released | undefined> }>();

  constructor(deps: LiveDeps) {
    this.#deps = deps;
  }

  /** Undefined: there is no such session. */
  capture(which: Which, size: ViewSize): Promise<Released | undefined> {
    const key = JSON.stringify([sessionKey(which), size]);
    const now = Date.now();
    for (const [other, { at }] of this.#shared) if (now - at > SHARED_MS) this.#shared.delete(other);
    const known = this.#shared.get(key);
    if (known !== undefined) return known.view;
    const view = this.captureNow(which, size);
    this.#shared.set(key, { at: now, view });
    return view;
  }

  /** For who drives: they see what they did. */
  async captureNow(which: Which, size: ViewSize): Promise<Released | undefined> {
    const view = await this.#deps.sessions.watch?.(sessionNameOf(which), MAX_LENGTH[size]);
    return view === undefined ? undefined : releaseView(view, this.#deps.secrets);
  }
}

function releaseView({ tabs, picture, unseen, dialog }: SessionView, secrets: LiveDeps['secrets']): Released {
  const data: { readonly [key: string]: Data | undefined } = {
    tabs: tabs.map(({ tab, url, title, current }) => ({ tab, url, title, current })),
    unseen,
    dialog: dialog && { kind: dialog.kind, message: dialog.message, suggested: dialog.suggested },
    ...(picture && { origin: onePageLine(picture.origin, 200), width: picture.width, height: picture.height }),
  };
  const parts = picture && [
    { from: 'page', origin: picture.origin, image: picture.image, mimeType: picture.mimeType } as const,
  ];
  const mask = createMask(secrets.all());
  return release({ kind: 'done', output: { parts: parts ?? [], data } }, { marker: () => '', mask });
}
