import { ownCommand } from '../../core/index.js';
import { describePosture } from '../../config/index.js';
import type { Check, Finding } from './check.js';

export const checkPosture: Check = async ({ loaded }) => {
  if (loaded === undefined) return [];
  const { config, file } = loaded;
  const findings: Finding[] = [{ name: 'configuration', status: 'ok', says: file ?? 'no file; the defaults apply' }];
  if (config.network.allow === undefined) {
    const says = `there is no allowlist: every public site may be opened; ${ownCommand('init')} writes one`;
    findings.push({ name: 'allowlist', status: 'warn', says });
  } else {
    findings.push({
      name: 'allowlist',
      status: 'ok',
      says: config.network.allow.join(', ') || 'empty: nothing may be opened',
    });
  }
  for (const line of describePosture(loaded)) {
    const says = /^(?:unsafe|warning): (?<says>.*)$/u.exec(line)?.groups?.['says'];
    if (says !== undefined) findings.push({ name: 'posture', status: 'warn', says });
  }
  if (config.approval.channels.length === 0) {
    findings.push({
      name: 'people',
      status: 'warn',
      says: 'approval.channels is empty: no person can be asked, so every action that needs an approval is denied',
    });
  }
  const { mistypedTools } = await import('../../app.js');
  findings.push(...mistypedTools(config).map((says): Finding => ({ name: 'tool names', status: 'warn', says })));
  return findings;
};

/** A risk that no setting removes, named where people look. */
export const checkSameUser: Check = () =>
  Promise.resolve([
    {
      name: 'same user',
      status: 'note',
      says: 'an agent with a shell as this user can read these files and answer questions for you; to prevent that, run it as another user or in a container',
    },
  ]);
