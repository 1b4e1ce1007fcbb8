import { openWorkspace } from '../../config/index.js';
import { printable } from '../terminal.js';
import type { Check, Finding } from './check.js';

export const checkServers: Check = async ({ workspace }) => {
  const name = 'servers';
  try {
    const { reachServers } = await import('../../app.js');
    const servers = await reachServers(openWorkspace(workspace).run);
    const findings = await Promise.all(
      servers.map(async (server): Promise<Finding> => {
        try {
          const [about, sessions] = await Promise.all([server.about(), server.sessions()]);
          const { transport, pid } = about;
          const facts = `${JSON.stringify(transport)}, pid ${JSON.stringify(pid)}, ${String(sessions.length)} ${sessions.length === 1 ? 'session' : 'sessions'}`;
          const says = `${server.id}: ${facts.replaceAll('"', '')}`;
          const problems = Array.isArray(about['problems']) ? about['problems'].map(String) : [];
          if (problems.length > 0)
            return { name, status: 'fail', says: printable(`${says}; not in force: ${problems.join('; ')}`) };
          return { name, status: 'ok', says: printable(says) };
        } catch {
          return { name, status: 'warn', says: `${server.id} does not answer` };
        } finally {
          server.close();
        }
      }),
    );
    return findings.length > 0 ? findings : [{ name, status: 'ok', says: 'none is running in this workspace' }];
  } catch {
    return [{ name, status: 'warn', says: 'the running servers could not be listed' }];
  }
};
