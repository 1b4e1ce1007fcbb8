import { isIP } from 'node:net';
import { z } from 'zod';

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^(?:https?|wss?):$/u.test(protocol) && username === '' && password === '' && hash === '';
}

const httpTemplate = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).default('POST').describe('Of the request.'),
  url: z
    .string()
    .refine((text) => /^https?:\/\//u.test(text), { error: 'expected an http:// or https:// URL' })
    .describe('Where it goes. `{id}` is what `create` answered; `{url}` the origin of `remote.url`.'),
  body: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON. A text that is exactly `{switches}` becomes the list of switches, `{proxy}` the proxy’s address.'),
});

const proxyHost = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^(?=.{1,200}$)(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/iu.test(text), {
    error: 'expected an address, or a name such as proxy.example.com',
  });

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= most));
}

/** `remote`: browsers on other machines. */
export const remoteOptions = z.strictObject({
  kind: z
    .enum(['grid', 'cdp'])
    .default('grid')
    .describe('`grid`: a Selenium Grid 4. `cdp`: any address that speaks DevTools.'),
  url: z
    .string()
    .refine(isPlainUrl, { error: 'expected http(s)://… or ws(s)://…, without a user name; secrets go into a file' })
    .optional()
    .describe('Where the Grid or the DevTools address is. One with a secret in it goes into `remote.urlFile`.'),
  urlFile: z.string().min(1).optional().describe('A file with that URL, because it holds a secret.'),
  headersFile: z
    .string()
    .min(1)
    .optional()
    .describe('A file with headers that go along, `Name: value`, one a line; all of it is secret.'),
  create: httpTemplate
    .extend({
      socket: z
        .string()
        .default('webSocketDebuggerUrl')
        .describe('The path in the answer, by dots, at which the DevTools address is.'),
      id: z.string().default('id').describe('The path in the answer at which the id is that `release` needs.'),
    })
    .optional()
    .describe('For `cdp`: the request that makes a browser for a session, and answers its address.'),
  release: httpTemplate.optional().describe('For `cdp`: the request that ends what `create` made.'),
  proxy: z
    .strictObject({
      host: proxyHost
        .default('127.0.0.1')
        .describe('How the browsers reach this machine: an address, or a name below which every name leads here.'),
      listen: z
        .string()
        .refine((text) => isIP(text) !== 0, { error: 'expected an address of this machine' })
        .default('127.0.0.1')
        .describe('The address at which the egress proxy listens for them, with TLS.'),
      port: z.int().min(0).max(65_535).default(0).describe('Its port; 0: a free one.'),
      nodes: z
        .array(z.string().refine(isAddressOrNetwork, { error: 'expected an address, or a network as in 10.1.0.0/16' }))
        .min(1)
        .optional()
        .describe(
          'The addresses of the machines with the browsers; nobody else is let in. Needed where private addresses are opened and `listen` is not loopback.',
        ),
      certFile: z.string().min(1).optional().describe('Its certificate, for browsers that are not told its key.'),
      keyFile: z.string().min(1).optional().describe('The key of `remote.proxy.certFile`.'),
    })
    .prefault({}),
  sessionArgs: z
    .array(z.string().startsWith('--'))
    .default([])
    .describe('For `grid`: further switches of Chromium, such as `--no-sandbox` where the image needs it.'),
  binary: z
    .string()
    .min(1)
    .optional()
    .describe('For `grid`: Chromium’s path on the node, if its driver does not find it.'),
  reattach: z
    .boolean()
    .default(false)
    .describe(
      'For `grid`, with a fixed `remote.proxy.port`: a server that is started again takes over the sessions of the one before it, in the same workspace.',
    ),
  unsafeNoBoundary: z
    .boolean()
    .default(false)
    .describe(
      'Lets browsers be used that are not behind the egress proxy, as a vendor’s are. In the file only; everything says so.',
    ),
});

export type RemoteOptions = z.output<typeof remoteOptions>;
export type HttpTemplate = z.output<typeof httpTemplate>;
