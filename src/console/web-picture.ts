import type { Context } from 'hono';
import { refusedPage } from './pages/enter-page.js';
import { respond, respondPicture } from './request-guards.js';
import type { ConsoleDeps } from './web-source.js';

const GONE = 'There is no such picture, or it is not the one that was recorded.';

/** What is asked for is a record by its file and number; where its picture lies nobody outside says. */
export async function showPicture({ audit }: Pick<ConsoleDeps, 'audit'>, c: Context): Promise<Response> {
  const { file = '', seq = '' } = c.req.query();
  const found = /^\d{1,15}$/u.test(seq) ? await audit.picture(file, Number(seq)) : undefined;
  return found === undefined ? respond(refusedPage(GONE), 404) : respondPicture(found.image, found.mimeType);
}
