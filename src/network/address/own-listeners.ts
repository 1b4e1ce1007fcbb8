import { networkInterfaces } from 'node:os';
import { classifyAddress } from './classify-address.js';

/** The ports on which processes of ours answer: proxy, MCP, console. No page and no fetch may ever reach one of them. */
export interface OwnListeners {
  /** `address` is what the listener is bound to; `0.0.0.0` and `::` are every address of this machine. */
  add(address: string, port: number): void;
  remove(address: string, port: number): void;
  has(address: string, port: number): boolean;
  /** Is it an address of one of this machine's interfaces? */
  isThisMachine(address: string): boolean;
}

/** What this process shares with the others of its workspace. */
export interface SharedListeners {
  /** What another process has bound to this port. */
  readonly boundTo: (port: number) => readonly string[];
  /** Everything that this process listens on, whenever that changes. */
  readonly changed?: (own: readonly { readonly address: string; readonly port: number }[]) => void;
}

export function createOwnListeners(
  interfaceAddresses: () => readonly string[] = rememberInterfaces(),
  shared?: SharedListeners,
): OwnListeners {
  const bound = new Map<number, string[]>();
  const bindingsOf = (port: number) => bound.get(port) ?? [];
  const tell = () =>
    shared?.changed?.([...bound].flatMap(([port, addresses]) => addresses.map((address) => ({ address, port }))));
  return {
    add(address, port) {
      bound.set(port, [...bindingsOf(port), classifyAddress(address).address]);
      tell();
    },
    remove(address, port) {
      const left = [...bindingsOf(port)];
      const index = left.indexOf(classifyAddress(address).address);
      if (index >= 0) left.splice(index, 1);
      if (left.length === 0) bound.delete(port);
      else bound.set(port, left);
      try {
        tell();
      } catch {
        // A note that still names the port refuses more than it must, and goes with this process.
      }
    },
    has(address, port) {
      const facts = classifyAddress(address);
      const isHere = facts.class === 'loopback' || interfaceAddresses().includes(facts.address);
      const bindings = [...bindingsOf(port), ...((isHere && shared?.boundTo(port)) || [])];
      if (bindings.length === 0) return false;
      // 127.0.0.2, ::, ::ffff:127.0.0.1: more spellings reach a loopback listener than the one it is bound to.
      if (facts.class === 'loopback' || bindings.includes(facts.address)) return true;
      return isHere && bindings.some(isEveryAddress);
    },
    isThisMachine: (address) => interfaceAddresses().includes(address),
  };
}

function isEveryAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** Cached for a short time: every request needs the list, and interfaces seldom change. */
function rememberInterfaces(): () => readonly string[] {
  let known: { readonly at: number; readonly addresses: readonly string[] } | undefined;
  return () => {
    const now = performance.now();
    if (known === undefined || now - known.at > 1000) known = { at: now, addresses: listInterfaces() };
    return known.addresses;
  };
}

function listInterfaces(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map((entry) => classifyAddress(entry.address.replace(/%.*$/u, '')).address);
}
