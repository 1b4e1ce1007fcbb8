import type { CDPSession, Page as PlaywrightPage } from 'playwright-core';

const WORLD = 'gatewright-page';
const sessions = new WeakMap<PlaywrightPage, Promise<CDPSession>>();
const targets = new WeakMap<PlaywrightPage, Promise<KnownTarget | undefined>>();
const topFrames = new WeakMap<CDPSession, string>();

/** A tab whose DevTools target is known. */
export interface KnownTarget {
  readonly id: string;
  /** Attaches one more session to it. */
  attach(): Promise<CDPSession>;
}

/** Which target this page is; undefined: only Playwright knows. */
export function setTarget(page: PlaywrightPage, target: Promise<KnownTarget | undefined>): void {
  targets.set(page, target);
}

/** One more DevTools session of a tab. */
export async function newCdpSession(page: PlaywrightPage, context = page.context()): Promise<CDPSession> {
  const target = await targets.get(page);
  return target === undefined ? context.newCDPSession(page) : target.attach();
}

export async function targetIdOf(page: PlaywrightPage): Promise<string> {
  const target = await targets.get(page);
  if (target !== undefined) return target.id;
  const { targetInfo } = await (await cdpSessionOf(page)).send('Target.getTargetInfo');
  return targetInfo.targetId;
}

/** The DevTools session of a tab, opened once, with the Page domain on. */
export function cdpSessionOf(page: PlaywrightPage): Promise<CDPSession> {
  const known = sessions.get(page);
  if (known !== undefined) return known;
  const opened = open(page);
  sessions.set(page, opened);
  opened.catch(() => sessions.delete(page));
  return opened;
}

async function open(page: PlaywrightPage): Promise<CDPSession> {
  const session = await newCdpSession(page);
  // The first action asks for the top frame: asking now saves a round trip then.
  await Promise.all([session.send('Page.enable'), topFrameId(session)]);
  return session;
}

/** The top frame keeps its id for the life of the tab. */
export async function topFrameId(session: CDPSession): Promise<string> {
  const known = topFrames.get(session);
  if (known !== undefined) return known;
  const { frameTree } = await session.send('Page.getFrameTree');
  topFrames.set(session, frameTree.frame.id);
  return frameTree.frame.id;
}

/** Evaluates in a world of our own in the top frame, where the page has patched nothing. The text is ours alone. */
export async function evaluateApart(page: PlaywrightPage, expression: string): Promise<unknown> {
  const session = await cdpSessionOf(page);
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: await topFrameId(session),
    worldName: WORLD,
  });
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value;
}

/** Calls a function of ours in the same world. Values are its arguments, never part of its text. */
export async function callApart(
  page: PlaywrightPage,
  functionDeclaration: string,
  values: readonly (string | number)[],
): Promise<{ readonly value: unknown } | { readonly thrown: string }> {
  const session = await cdpSessionOf(page);
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: await topFrameId(session),
    worldName: WORLD,
  });
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration,
    executionContextId,
    arguments: values.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) return { thrown: exceptionDetails.exception?.description ?? 'unknown' };
  return { value: result.value };
}

/** After the next frame has been drawn. The timer is for tabs that draw none. */
export async function nextFrame(page: PlaywrightPage): Promise<void> {
  await evaluateApart(
    page,
    'new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 100); })',
  );
}

/** After the next change of the document, or after a while: changes inside frames and shadow roots are not noticed. */
export async function nextChange(page: PlaywrightPage, ms: number): Promise<void> {
  await evaluateApart(
    page,
    `new Promise((done) => {
      const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(() => setTimeout(done)); });
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      setTimeout(() => { watch.disconnect(); done(); }, ${String(ms)});
    })`,
  );
}
