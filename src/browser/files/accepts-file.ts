/** By ending, for the types that file fields ask for; anything else is known by its first bytes. */
const TYPES: Readonly<Record<string, string>> = {
  ...{
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    bmp: 'image/bmp',
  },
  ...{ svg: 'image/svg+xml', tif: 'image/tiff', tiff: 'image/tiff', heic: 'image/heic', avif: 'image/avif' },
  ...{ mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime', avi: 'video/x-msvideo', mkv: 'video/x-matroska' },
  ...{ mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg', flac: 'audio/flac', m4a: 'audio/mp4' },
  ...{ pdf: 'application/pdf', json: 'application/json', xml: 'application/xml', zip: 'application/zip' },
  ...{ gz: 'application/gzip', tar: 'application/x-tar', '7z': 'application/x-7z-compressed' },
  ...{ txt: 'text/plain', csv: 'text/csv', html: 'text/html', htm: 'text/html', md: 'text/markdown', css: 'text/css' },
  ...{ js: 'text/javascript', doc: 'application/msword', xls: 'application/vnd.ms-excel', rtf: 'application/rtf' },
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** The type that a browser takes a file for: by its ending, or else by its first bytes. */
export function typeByName(name: string, sniffed: string): string {
  const ending = /\.([a-z0-9]+)$/u.exec(name.toLowerCase())?.[1] ?? '';
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? sniffed) : sniffed;
}

/** Does a field with this `accept` want the file? Empty wants all. The browser itself does not ask. */
export function acceptsFile(accept: string, name: string, sniffed: string): boolean {
  const wanted = accept
    .toLowerCase()
    .split(',')
    .flatMap((token) => token.trim() || []);
  if (wanted.length === 0) return true;
  const lower = name.toLowerCase();
  const type = typeByName(name, sniffed);
  return wanted.some((token) => {
    if (token.startsWith('.')) return lower.endsWith(token);
    const [kind = '', more = ''] = token.replace(/;.*$/u, '').trim().split('/');
    if (kind === '*') return true;
    return more === '*' ? type.startsWith(`${kind}/`) : type === `${kind}/${more}`;
  });
}
