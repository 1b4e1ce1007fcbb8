interface Conversation {
  readonly name: string;
  /** The newest of its request numbers. */
  readonly ids: Set<number>;
  lastId: number;
}

const MAX_PROGRAMS = 1000;
const MAX_CONVERSATIONS = 50;
const MAX_IDS = 64;
/** Requests that were sent at the same time may arrive in another order. */
const MAX_DISORDER = 20;

/**
 * Tells the conversations of one program apart on 2026-07-28, which has no connections. Every MCP client numbers its
 * requests and uses no number twice, so a number that came before is another run of the program. A client whose ids are
 * no numbers begins a conversation with `server/discover`.
 */
export class ConversationIds {
  readonly #programs = new Map<string, Conversation[]>();
  #last = 0;

  of(principal: string, program: string | undefined, message: Readonly<Record<string, unknown>>): string {
    const key = JSON.stringify([principal, program ?? '']);
    const known = this.#programs.get(key) ?? [];
    const { id, method } = message;
    const number = typeof id === 'number' ? id : undefined;
    const found = method === 'server/discover' ? undefined : continued(known, number);
    const conversation = found ?? this.#begin(key, known);
    if (number !== undefined) count(conversation, number);
    return conversation.name;
  }

  #begin(key: string, known: readonly Conversation[]): Conversation {
    this.#last += 1;
    const conversation = { name: String(this.#last), ids: new Set<number>(), lastId: Number.NEGATIVE_INFINITY };
    this.#programs.set(key, [...known.slice(1 - MAX_CONVERSATIONS), conversation]);
    const [oldest] = this.#programs.keys();
    if (this.#programs.size > MAX_PROGRAMS && oldest !== undefined) this.#programs.delete(oldest);
    return conversation;
  }
}

/** Of those that this number can continue the nearest; without a number the newest. */
function continued(known: readonly Conversation[], number: number | undefined): Conversation | undefined {
  if (number === undefined) return known.at(-1);
  const distance = ({ lastId }: Conversation): number => Math.abs(number - lastId);
  return known
    .filter(({ ids, lastId }) => number > lastId - MAX_DISORDER && !ids.has(number))
    .reduce<Conversation | undefined>(
      (best, each) => (best === undefined || distance(each) <= distance(best) ? each : best),
      undefined,
    );
}

function count(conversation: Conversation, number: number): void {
  conversation.ids.add(number);
  conversation.lastId = Math.max(conversation.lastId, number);
  const [oldest] = conversation.ids;
  if (conversation.ids.size > MAX_IDS && oldest !== undefined) conversation.ids.delete(oldest);
}
