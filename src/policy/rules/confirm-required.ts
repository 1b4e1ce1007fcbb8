import type { Rule } from './rule.js';

/**
 * The rest of `confirmRequired`, each by what the call is: a file out, a file in, anything done in the operator's own
 * browser.
 */
export const confirmRequired: Rule = ({ policy, call, callFacts }, target) => {
  const { confirm } = policy;
  const element = target.kind === 'element' ? callFacts.elements.get(target) : undefined;
  // An element that takes no text is clicked before anything is typed, so the click counts.
  const clicks = target.kind === 'element' && /^(?:click|press|type)$/u.test(target.intent);
  if (confirm.has('file_download')) {
    if (call.tool === 'browser_download') return ask('file_download', 'this keeps a file from the page');
    if (clicks && element?.download === true) return ask('file_download', 'this link is kept as a file');
  }
  if (confirm.has('file_upload')) {
    const isFileField = element?.type === 'file' && call.effect === 'act';
    if (call.tool === 'browser_upload' || isFileField) return ask('file_upload', 'this gives a file to the page');
  }
  // Every action counts, also going back and reloading.
  const acts =
    call.effect === 'act' || call.effect === 'navigate' || (call.effect === 'leave' && target.kind !== 'session');
  if (confirm.has('byob_action') && callFacts.isAttached === true && acts) {
    return ask('byob_action', "this acts in the operator's own browser");
  }
  return undefined;
};

function ask(rule: string, reason: string): { kind: 'ask'; rule: string; reason: string } {
  return { kind: 'ask', rule, reason };
}
