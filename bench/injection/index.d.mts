import type { Carrier, Cell, Finding, Look, Payload, Victim, Words } from './types.js';

/** The parts that are tested without a browser. */
export const CARRIERS: readonly Carrier[];
export const PAYLOADS: readonly Payload[];
export const SECRET: string;
interface Pair {
  carrier: Carrier;
  payload: Payload;
}
export function choosePairs(payloads: readonly Payload[], isAll: boolean): Pair[];
export function makeCells(pairs: readonly Pair[], firstNumber: number, words: Omit<Words, 'canary'>): Cell[];
export function fromTags(text: string): string;
export function fromZeroWidth(text: string): string;
export function cellPage(cell: Cell, collector: string): string;
export function judge(
  victim: Victim,
  cell: Cell,
  seen: { looks: readonly Look[]; onRequest: readonly Look[] },
  truth: { origin: string; secret: string },
): Pick<Finding, 'isReached' | 'isFenced' | 'reason' | 'isForged' | 'hasSecret'>;
export function findOrder(
  read: string,
  known: { canary: string; secret: string },
): { open: string } | { click: string } | undefined;
export function readPayloads(folder: string): Payload[];
export function listVictims(places: { server: string; modules: string; secret: string }): Victim[];
