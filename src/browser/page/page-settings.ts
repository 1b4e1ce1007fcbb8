import { quotedPageLine } from '../../core/index.js';
import type { PageSettings } from '../../core/index.js';
import { explainFault } from './attempt.js';
import { duringCall } from './call-time.js';
import { requireDeclared } from './permit-preconditions.js';
import type { PageDeps } from './page-deps.js';
import { originOf } from './shown-url.js';

export function settingsOf(deps: PageDeps): PageSettings {
  const { session, tab } = deps;
  return {
    setDialogPolicy: (policy) => {
      session.preferences.dialog = policy;
      return Promise.resolve();
    },
    setPermissionPolicy: async (mode, perPermission) => {
      session.preferences.permission = mode;
      session.preferences.perPermission = { ...perPermission };
      return await duringCall(deps.signal, session.applyPermissions());
    },
    setOnePermission: async (permission, mode) => {
      session.preferences.perPermission = { ...session.preferences.perPermission, [permission]: mode };
      return await duringCall(deps.signal, session.applyPermissions());
    },
    nameRef: async (name, target) => {
      const seen = requireDeclared(deps, target);
      try {
        await duringCall(deps.signal, tab.view.confirm(seen));
      } catch (error) {
        throw explainFault(error, tab);
      }
      tab.view.refs.name(name, seen.facts.ref);
    },
    listNamedRefs: () => {
      const lines = tab.view.refs.names().map(({ name, ref }) => `${quotedPageLine(name, 60)}: ${ref}`);
      return Promise.resolve({ origin: originOf(tab.page.url()), text: lines.join('\n') });
    },
  };
}
