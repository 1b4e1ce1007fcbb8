import { TextDecoder } from 'node:util';

const TEXT_TYPES =
  /^text\/|[/+.-](?:json|json5|jsonl|jsonlines|ndjson|xml|yaml|toml|csv|sql|graphql|javascript|ecmascript|x-www-form-urlencoded)$/u;
const HTML_TYPES = /^(?:text\/html|application\/xhtml\+xml)$/u;
const SNIFFED_BYTES = 1024;

/** Text in pieces, cut at these many bytes; undefined if it is no text. */
export function decodeText(
  bytes: Uint8Array,
  contentType: string,
  most: number,
): { readonly text: string; readonly beyond: string } | undefined {
  const type = contentType.replace(/;.*$/su, '').trim().toLowerCase();
  if (!isText(type, bytes)) return undefined;
  const decoder = openDecoder(charsetOf(type, contentType, bytes));
  if (bytes.length <= most) return { text: decoder.decode(bytes), beyond: '' };
  // In a stream the half of a character at the cut waits for its other half.
  const text = decoder.decode(bytes.subarray(0, most), { stream: true });
  return { text, beyond: decoder.decode(bytes.subarray(most), { stream: true }) };
}

function isText(type: string, bytes: Uint8Array): boolean {
  if (bytes.length === 0 || TEXT_TYPES.test(type)) return true;
  if (type !== '' && type !== 'application/octet-stream') return false;
  if (byteOrderMark(bytes) !== undefined) return true;
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The order of the Encoding and HTML standards: byte order mark, header, what the document says of itself. */
function charsetOf(type: string, contentType: string, bytes: Uint8Array): string {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return mark;
  const named = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/iu.exec(contentType)?.[1];
  if (named !== undefined) return named;
  const head = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  const declared = HTML_TYPES.test(type)
    ? /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/iu.exec(head)?.[1]
    : /^<\?xml[^>]{0,300}?encoding\s*=\s*["']([\w.:-]{1,40})/iu.exec(head)?.[1];
  // The label was found byte by byte, so the text cannot be UTF-16.
  return declared === undefined || /^utf-?16/iu.test(declared) ? 'utf-8' : declared;
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** A label that nobody knows, or one that is refused as dangerous (UTF-7), is read as UTF-8. */
function openDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
