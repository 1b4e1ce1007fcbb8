const MAGIC: readonly (readonly [type: string, bytes: readonly number[], at?: number])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
  ['image/tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['image/bmp', [0x42, 0x4d]],
  ['application/zip', [0x50, 0x4b, 0x03, 0x04]],
  ['application/zip', [0x50, 0x4b, 0x05, 0x06]],
  ['application/gzip', [0x1f, 0x8b]],
  ['application/x-7z-compressed', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['application/vnd.rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['application/x-xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['application/x-tar', [0x75, 0x73, 0x74, 0x61, 0x72], 257],
  ['application/x-ole-storage', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['application/vnd.sqlite3', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
  ['video/mp4', [0x66, 0x74, 0x79, 0x70], 4],
  ['video/webm', [0x1a, 0x45, 0xdf, 0xa3]],
  ['audio/mpeg', [0x49, 0x44, 0x33]],
  ['audio/ogg', [0x4f, 0x67, 0x67, 0x53]],
  ['font/woff2', [0x77, 0x4f, 0x46, 0x32]],
  ['application/wasm', [0x00, 0x61, 0x73, 0x6d]],
  ['application/x-executable', [0x7f, 0x45, 0x4c, 0x46]],
  ['application/x-msdownload', [0x4d, 0x5a]],
  ['application/x-mach-binary', [0xcf, 0xfa, 0xed, 0xfe]],
  ['application/x-mach-binary', [0xca, 0xfe, 0xba, 0xbe]],
  ['text/x-script', [0x23, 0x21]],
];

export const HEAD_BYTES = 512;

/** What the first bytes say that a file is, whatever its name and its server say. */
export function sniffType(head: Uint8Array): string {
  if (head.length === 0) return 'application/x-empty';
  for (const [type, bytes, at = 0] of MAGIC) if (bytes.every((byte, i) => head[at + i] === byte)) return type;
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/u.test(text)) return 'application/octet-stream';
  const start = text
    .replace(/^\u00ef\u00bb\u00bf/u, '')
    .trimStart()
    .toLowerCase();
  if (/^<(?:!doctype html|html|head|body|script)\b/u.test(start)) return 'text/html';
  if (start.startsWith('<svg')) return 'image/svg+xml';
  if (start.startsWith('<?xml')) return 'application/xml';
  return /^[[{]/u.test(start) ? 'application/json' : 'text/plain';
}

/** Something that a careless double click would run. */
export function runsAsProgram(type: string): boolean {
  return /^(?:application\/x-(?:executable|msdownload|mach-binary)|text\/x-script)$/u.test(type);
}
