/** What we promise, as data. Every promise is cited by an attack test, and every attack test cites a promise. */
export const PROMISES = {
  'gate-first': 'A tool that is switched off is refused by code before its arguments are read.',
  'coded-errors': 'Every failure is a code from one table; no raw error text, stack or path reaches the model.',
  'fenced-page-text':
    'Everything that comes from a page is marked as untrusted, with its origin, in a fence that the page cannot close.',
  'no-forged-lines': 'Text from a page cannot forge a line, a ref or a quote in what the agent reads.',
  'hidden-text-marked':
    'Text that a person cannot see is not passed off as content: it is left out, counted, and shown with its reason when asked for (not with `browser.provider: relay`).',
  'no-password-values': 'The value of a password, one-time-code or card field never leaves.',
  'no-typed-passwords': 'Nothing but a secret by its name can be typed into such a field.',
  'secrets-unseen': 'What a person gives as a secret goes into the page and never to the model.',
  'secrets-stay':
    'A secret goes to its own origins and to no other: not in an argument, however it is written, nor in anything that a page sends unencrypted.',
  'identities-unseen':
    'Only a site itself learns what the browser signs in with there: no form of a cookie, header, password or code leaves in an answer, an error, a log or a file.',
  'vault-fails-closed':
    'A vault that is down, slow, damaged or denies opens nothing: the site sees no request, and nothing is kept on disk.',
  'no-oracle':
    'Whatever an agent can compare is compared with the text as it is shown: no search, wait, locator, selector, filter, count or difference tells anything about what is masked. What remains (how wide it is, and the mark `[name differs]`) is in threat-model.md.',
  'refs-hold': 'A ref never acts on another element than the one that the agent saw.',
  'input-judged':
    'A click, a key, a drag or a choice acts on what was judged and on nothing else: not on what lies inside it, in a frame or in a closed part of the page, and not by a modifier.',
  'origins-hold': 'A tab shows only what policy allows, whoever starts the navigation.',
  'private-closed':
    'Private, local and reserved addresses are closed, unless the operator opens them, or a person opens a port of this machine for one session.',
  'egress-judged':
    'Every request of a page passes a proxy of ours that judges its name and its addresses, and dials what was judged (not with `browser.provider: attach` or `remote.unsafeNoBoundary`).',
  'no-route':
    'Nothing that a page tries reaches a place that policy does not allow, with the jail and without it, after a crash and after a restart.',
  'fetch-judged':
    'Every hop of a fetch without a browser is judged by name and by address, and ends within its size and its time.',
  'people-decide':
    'What the rules send to a person does not happen without one, and neither a page nor an agent can answer for them.',
  'approvals-bound':
    'An approval covers exactly what the person was shown, once, and comes from the person who was asked: what is swapped, replayed, forged or answered by somebody else is refused and on the record.',
  'takeover-apart':
    'While a person drives a session the agent is refused and learns nothing of what they do; neither an agent nor a page nor a stranger can begin, steer or end it.',
  'on-record':
    'Every call, refusal and error is on the record with its true outcome before its answer is sent; without a record there is no call.',
  'tamper-evident':
    'A record that was changed, reordered, added, cut off or taken out, or whose file was, is found and named.',
  'sdk-one-path':
    "A program that has the gateway inside reaches pages by the same path as a client: no export goes around policy, masking or record, and a session's own policy only narrows.",
  'sessions-apart': "Sessions share nothing, and nobody can reach somebody else's.",
  'bounded-calls': 'Every call ends before its deadline with a code, and the next call works.',
  'never-twice': 'When the outcome of an action is unknown, the answer says so, and the action is never repeated.',
  'goes-with-client': 'When the client goes, the server and its browsers go.',
  'attached-apart':
    "In a person's own browser an agent has the tabs that it opened and no others: it cannot see, steer or close the person's, and every page, frame, picture, script, fetch and form of its tabs is judged before it is sent.",
  'containers-hold':
    'A session in a container has no network but the proxy, no file of the machine, no process of another session, and the limits that the kernel reports; what takes more ends its own session and no other.',
  'limits-hold':
    'A session that takes more memory, processor time, frames or bytes than it may ends with the limit and the figure named, and was told before; no other session ends or waits for it.',
  'workspace-only': 'Nothing is written outside the workspace.',
  'files-held':
    "A page is given files of the upload folder alone, whatever a path or a link says; what it sends is kept only when it was asked for, as a plain file under a harmless name in the session's own folder, and never without end.",
  'plugins-held':
    'A plugin has no file, environment, program or network, and of the browser what the operator grants it, masked; it changes no policy, and what it says is fenced, judged and on the record like a page.',
  'prints-hide': 'A PDF of a page holds no secret that the page shows: it is taken out, or there is no file.',
  'recordings-hide':
    'A recording holds no secret, no cookie and nothing of a secret field, in no form and in no picture; what may show one is left out, and it ends within its limits.',
  'http-door': 'The HTTP endpoint answers only its own Host and Origin, and only with a token.',
} as const;

export type PromiseId = keyof typeof PROMISES;
