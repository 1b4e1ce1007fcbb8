import { heldValues } from './held-values.js';

declare const __GATEWRIGHT_LEAVING__: string;

/**
 * Secret fields may be sent on by their page before anybody looked at it, and would then be in the next address.
 * The `navigate` event comes before a request is made, for forms and scripts alike.
 */
export function reportOnLeaving(): void {
  navigation.addEventListener('navigate', ({ destination }) => {
    if (destination.sameDocument) return;
    const report: unknown = Reflect.get(globalThis, __GATEWRIGHT_LEAVING__);
    const held = typeof report === 'function' ? heldValues() : undefined;
    if (typeof report === 'function' && held !== undefined) Reflect.apply(report, undefined, [JSON.stringify(held)]);
  });
}
