import type { IncomingMessage } from 'node:http';
import { ERRORS, Failure } from '../../core/index.js';
import type {
  FetchPermission,
  FetchRequest,
  Fetched,
  RecordedEvent,
  UrlFacts,
  Verdict,
  WebUrlFacts,
} from '../../core/index.js';
import { authorizeUrl } from '../proxy/authorize-url.js';
import type { WayOut } from '../proxy/authorize-url.js';
import { decodeText } from './decode-text.js';
import { fetchFault } from './fetch-fault.js';
import { shownHeaders } from './fetch-headers.js';
import { nextHop } from './next-hop.js';
import { readBody } from './read-body.js';
import { sendHop } from './send-hop.js';
import type { Hop } from './send-hop.js';

export interface FetchContext extends WayOut {
  readonly describe: (url: string) => UrlFacts;
  readonly note: (event: RecordedEvent) => void;
  readonly userAgent: string;
  readonly ca: string | undefined;
}

const MAX_BYTES = 1_048_576;
/** Read past the cut, so that nothing that must be masked is cut in half unseen. */
const MARGIN_BYTES = 8192;
const MAX_REDIRECTS = 10;

/** One fetch, from hop to hop. */
export class FetchRedirects {
  readonly #context: FetchContext;
  readonly #permission: FetchPermission;
  /** Ends with the call, and not later than its own time. */
  readonly #time: AbortSignal;
  /** A POST went out: whatever happens later, nobody may be told to repeat it. */
  #hasPosted = false;
  #maxBytes = MAX_BYTES;

  constructor(context: FetchContext, permission: FetchPermission, time: AbortSignal) {
    this.#context = context;
    this.#permission = permission;
    this.#time = time;
  }

  async go(address: string, request: FetchRequest, call: AbortSignal): Promise<Fetched> {
    this.#maxBytes = request.maxBytes ?? MAX_BYTES;
    try {
      return await this.#follow({ ...request, url: this.#readFirst(address) });
    } catch (error) {
      const failure = fetchFault(error, call);
      if (!this.#hasPosted || ERRORS[failure.code].retry !== 'yes') throw failure;
      throw new Failure('network.outcome-unknown', failure.hint, failure.detail, failure);
    }
  }

  async #follow(first: Hop): Promise<Fetched> {
    let hop = first;
    let from: string | undefined;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#send(hop, from);
      const next = nextHop(hop, answer, this.#context.describe);
      if (next === undefined) return this.#finish(hop, answer, redirects);
      answer.destroy();
      if (redirects === MAX_REDIRECTS) {
        throw new Failure('network.too-many-redirects', `more than ${MAX_REDIRECTS} in a row`);
      }
      from = hop.url.origin;
      hop = { ...next.request, url: this.#judge(next.to, next.request, from) };
    }
  }

  #readFirst(address: string): WebUrlFacts {
    const url = this.#context.describe(address);
    if (url.kind === 'web') return url;
    throw url.kind === 'doubtful' ? new Failure('policy.bad-url', url.why) : new Failure('policy.scheme-not-allowed');
  }

  /** Where a redirect leads is the server's choice: judged like an address of the agent's, and never asked about. */
  #judge(to: UrlFacts, request: FetchRequest, from: string): WebUrlFacts {
    const verdict = this.#permission.judgeRedirect(to, request);
    if (verdict.kind !== 'allow' || to.kind !== 'web') throw this.#refusal(verdict, to, from);
    if (verdict.rule === 'observe') {
      const facts = { origin: to.origin, reason: verdict.reason, visit: true };
      this.#context.note({ event: 'network.would-refuse', scope: this.#permission.scope, facts });
    }
    return to;
  }

  async #send(hop: Hop, from: string | undefined): Promise<IncomingMessage> {
    const { userAgent, ca } = this.#context;
    const cleared = await authorizeUrl(this.#context, this.#permission.scope, [hop.url], this.#time);
    if (cleared.kind === 'unresolved') throw new Failure('network.unreachable', 'the name has no address');
    if (cleared.kind === 'refused') throw this.#refusal(cleared.verdict, hop.url, from);
    const onSending = () => {
      this.#hasPosted ||= hop.method === 'POST';
    };
    return sendHop(cleared.route, hop, { userAgent, ca, signal: this.#time, onSending });
  }

  async #finish(hop: Hop, answer: IncomingMessage, redirects: number): Promise<Fetched> {
    const most = Math.min(this.#maxBytes, MAX_BYTES);
    const body = await readBody(answer, most + MARGIN_BYTES, this.#time);
    const decoded = decodeText(body.bytes, answer.headers['content-type'] ?? '', most);
    const cut = decoded === undefined ? 'not-text' : (body.cut ?? (body.bytes.length > most ? 'size' : undefined));
    const headers = shownHeaders(answer.headers);
    const omittedHeaders = Object.keys(answer.headers).length - Object.keys(headers).length;
    return {
      ...{ status: answer.statusCode ?? 0, url: hop.url.url, origin: hop.url.origin, redirects },
      ...{ headers, omittedHeaders, text: decoded?.text ?? '', beyond: decoded?.beyond ?? '' },
      ...(cut !== undefined && { cut }),
    };
  }

  /** The hint is in the gateway's words. The redirect's address is the server's text, so it goes into the fenced detail. */
  #refusal(verdict: Verdict, to: UrlFacts, from: string | undefined): Failure {
    const { rule, reason } = verdict;
    const code = verdict.kind === 'deny' ? verdict.code : 'policy.denied';
    if (from === undefined) {
      return new Failure(code, (verdict.kind === 'deny' ? verdict.hint : undefined) ?? reason);
    }
    const origin = to.kind === 'web' ? to.origin : '';
    this.#context.note({ event: 'network.refused', scope: this.#permission.scope, facts: { origin, rule, reason } });
    const place = to.kind === 'web' ? to.url.replace(/\?.*$/su, '').slice(0, 300) : 'an address that is no web address';
    return new Failure(code, `a redirect was refused: ${reason}`, {
      origin: from,
      text: `redirected to ${place}`,
    });
  }
}
