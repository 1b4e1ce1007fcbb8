import { ownCommand } from '../../core/index.js';
import { quoted } from '../typed-command.js';
import { endpointOf } from './ask-port.js';
import type { RunningChrome } from './running-chrome.js';

type Exposed = Pick<RunningChrome, 'port' | 'insecure' | 'sandbox'>;

/** Said whenever such a browser is started or asked about. */
export function warningsAbout({ port, insecure, sandbox }: Exposed): string[] {
  return [
    `warning: any program on this machine, of other users too, can steer that browser through port ${String(port)}, with everything you are signed in to there.`,
    'warning: an agent that is attached to it is not behind the egress proxy: requests of its tabs are judged by the same lists, but not WebSockets, shared and service workers, prefetching and WebRTC.',
    ...(sandbox
      ? []
      : [
          "unsafe: Chromium's own sandbox is off in it (as root it cannot work, or browser.sandbox is off): a page that breaks the browser has this whole account. Do not browse as root.",
        ]),
    ...(insecure
      ? [
          'UNSAFE: --insecure: THE SAME-ORIGIN POLICY IS OFF IN THE WHOLE BROWSER. Every page there, advertisements and frames too, can read every other site that you are signed in to, mail and bank included, and act there as you.',
          `UNSAFE: --insecure: sign in to test and development targets only, and end it with: ${ownCommand('chrome stop')}`,
        ]
      : []),
  ];
}

/** What a server needs, for the environment and for the file: nobody switches this on by a variable alone. */
export interface AttachLines {
  readonly environment: { readonly GATEWRIGHT_ATTACH_CDP: string; readonly GATEWRIGHT_CAPABILITIES: string };
  readonly config: string;
  readonly command: string;
}

/** `command`: the words that start a server over HTTP. One on stdio is for a client to start, not for a shell. */
export function attachLines(port: number, capabilities: readonly string[], command: readonly string[]): AttachLines {
  const environment = {
    GATEWRIGHT_ATTACH_CDP: endpointOf(port),
    // Files are not to be had in an attached browser.
    GATEWRIGHT_CAPABILITIES: [...new Set([...capabilities, 'byob-attach'])].filter((name) => name !== 'file-io').join(),
  };
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return {
    environment,
    config: 'browser:\n  unsafeAttach: true\n',
    command: [...variables, ...command.map(quoted)].join(' '),
  };
}
