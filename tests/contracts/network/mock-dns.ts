import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What a name answers: addresses, or how it fails. Several rounds are the answers to successive questions. */
export type Round = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'TIMEOUT' | { readonly alias: string };

export interface MockDns {
  readonly server: string;
  set(name: string, ...rounds: readonly Round[]): void;
  /** How often a name was asked for, both families together. */
  asked(name: string): number;
  /** Every name that was asked for. */
  names(): readonly string[];
  close(): void;
}

const A = 1;
const AAAA = 28;
const CNAME = 5;

/** A name server on loopback that says what the test wants, over real UDP. */
export async function startMockDns(): Promise<MockDns> {
  const names = new Map<string, readonly Round[]>();
  const questions = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    const key = `${name} ${type}`;
    const before = questions.get(key) ?? 0;
    questions.set(key, before + 1);
    const rounds = names.get(name) ?? ['NXDOMAIN'];
    const round = rounds[Math.min(before, rounds.length - 1)] ?? 'NXDOMAIN';
    if (round === 'TIMEOUT') return;
    socket.send(writeAnswer(message, end, name, type, round, names), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    set(name, ...rounds) {
      names.set(name, rounds);
    },
    names: () => [...new Set([...questions.keys()].map((key) => key.split(' ')[0] ?? ''))],
    asked: (name) => (questions.get(`${name} ${A}`) ?? 0) + (questions.get(`${name} ${AAAA}`) ?? 0),
    close() {
      socket.close();
    },
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(
  question: Buffer,
  end: number,
  name: string,
  type: number,
  round: Exclude<Round, 'TIMEOUT'>,
  names: ReadonlyMap<string, readonly Round[]>,
): Buffer {
  const records = typeof round === 'string' ? [] : recordsOf(name, type, round, names);
  const header = Buffer.alloc(12);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (round === 'NXDOMAIN' ? 3 : round === 'SERVFAIL' ? 2 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.subarray(12, end), ...records]);
}

function recordsOf(
  name: string,
  type: number,
  round: readonly string[] | { alias: string },
  names: ReadonlyMap<string, readonly Round[]>,
): Buffer[] {
  if ('alias' in round) {
    const next = names.get(round.alias)?.[0];
    const rest = next === undefined || typeof next === 'string' ? [] : recordsOf(round.alias, type, next, names);
    return [record(name, CNAME, writeName(round.alias)), ...rest];
  }
  const family = type === A ? 4 : 6;
  const fitting = round.filter((address) => isIP(address) === family);
  return fitting.map((address) => record(name, type, Buffer.from(ipaddr.parse(address).toByteArray())));
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  // No time to live: a client that asks again gets the next round.
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), fixed, data]);
}

function writeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
