import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../../platform/run-command.js';
import { encodePng } from '../../png.js';
import { zipOf } from '../../zip.js';
import type { RecordedFrame } from './frame-log.js';

const ENCODE_MS = 15_000;
const MAX_VIDEO = 64 * 1024 * 1024;
const GREY = 40;
const DARK = 'withheld.png';

export interface VideoFacts {
  readonly frames: readonly RecordedFrame[];
  readonly folder: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Where programs are looked for. */
  readonly path: string;
}

export interface Video {
  readonly ending: 'webm' | 'frames.zip';
  readonly bytes: Buffer;
  readonly holds: string;
}

/** WebM by ffmpeg where it is installed; otherwise the pictures and an index of them. */
export async function videoFile(facts: VideoFacts, signal: AbortSignal): Promise<Video> {
  const { frames } = facts;
  const withheld = frames.filter(({ file }) => file === undefined).length;
  const count = `${String(frames.length - withheld)} picture(s)${withheld === 0 ? '' : `, ${String(withheld)} withheld (dark)`}`;
  const webm = await encode(facts, signal);
  if (webm.bytes !== undefined) return { ending: 'webm', bytes: webm.bytes, holds: count };
  const bytes = await archive(facts);
  return { ending: 'frames.zip', bytes, holds: `${count} with index.json, because ${webm.why}` };
}

interface Encoded {
  readonly bytes?: Buffer;
  readonly why: string;
}

async function encode(facts: VideoFacts, signal: AbortSignal): Promise<Encoded> {
  const { folder, frames, path } = facts;
  const [width, height] = [even(frames, 'width'), even(frames, 'height')];
  await writeFile(join(folder, DARK), darkPicture(width, height), { mode: 0o600 });
  const list = join(folder, 'frames.txt');
  await writeFile(list, listOf(facts), { mode: 0o600 });
  const to = join(folder, 'video.webm');
  const fit = `scale=${String(width)}:${String(height)}:force_original_aspect_ratio=decrease`;
  const result = await runCommand(
    {
      program: 'ffmpeg',
      args: [
        ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-threads', '1'],
        // Nothing but files is opened, whatever a picture says.
        ...['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '1', '-i', list],
        ...['-vf', `${fit},pad=${String(width)}:${String(height)}:-1:-1,format=yuv420p`, '-fps_mode', 'vfr', '-an'],
        ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1500k', '-map_metadata', '-1'],
        ...['-fs', String(MAX_VIDEO), '-f', 'webm', to],
      ],
      environment: { PATH: path },
      timeoutMs: ENCODE_MS,
      maxBytes: 10_000,
    },
    signal,
  );
  if (result.kind === 'not-found') return { why: 'ffmpeg is not installed' };
  if (result.kind !== 'ran' || result.status !== 0)
    return { why: result.kind === 'too-slow' ? 'ffmpeg took too long' : 'ffmpeg failed' };
  const size = (await stat(to)).size;
  return size === 0 || size >= MAX_VIDEO ? { why: 'the video is too large' } : { bytes: await readFile(to), why: '' };
}

/** Each for as long as it was seen. The last is named twice: the length of a last one is not read (ffmpeg concat). */
function listOf(facts: VideoFacts): string {
  const lines = timed(facts).flatMap(({ file = DARK, ms }) => [`file ${file}`, `duration ${(ms / 1000).toFixed(3)}`]);
  const last = facts.frames.at(-1)?.file ?? DARK;
  return `${['ffconcat version 1.0', ...lines, `file ${last}`].join('\n')}\n`;
}

function timed({ frames, endedAt }: VideoFacts): (RecordedFrame & { readonly ms: number })[] {
  return frames.map((frame, i) => {
    const until = frames[i + 1]?.at ?? Math.max(endedAt, frame.at + 200);
    return { ...frame, ms: Math.max(40, until - frame.at) };
  });
}

async function archive(facts: VideoFacts): Promise<Buffer> {
  const { folder, startedAt } = facts;
  const rows = timed(facts).map(({ file, at, ms, tab, withheld, width, height }) => ({
    ...(file === undefined ? { withheld } : { file: `frames/${file}` }),
    ...{ atMs: Math.max(0, at - startedAt), ms, tab, width, height },
  }));
  const pictures = facts.frames.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const entries = await Promise.all(
    pictures.map(async (file) => ({ name: `frames/${file}`, bytes: await readFile(join(folder, file)) })),
  );
  const index = { version: 1, startedAt: new Date(startedAt).toISOString(), frames: rows };
  return zipOf([{ name: 'index.json', bytes: Buffer.from(JSON.stringify(index, undefined, 1), 'utf8') }, ...entries]);
}

function even(frames: readonly RecordedFrame[], side: 'width' | 'height'): number {
  const most = frames.reduce((max, frame) => Math.max(max, frame[side]), 2);
  return most + (most % 2);
}

function darkPicture(width: number, height: number): Uint8Array {
  return encodePng({ width, height, channels: 3, bytes: new Uint8Array(width * height * 3).fill(GREY) });
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
