const MAX_FORM_BYTES = 64 * 1024;

/** What a person sent with a form of ours. Undefined: no form, or too much of one. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/iu.test(request.headers.get('content-type') ?? '')) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    if (!(chunk instanceof Uint8Array)) return undefined;
    size += chunk.length;
    if (size > MAX_FORM_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
