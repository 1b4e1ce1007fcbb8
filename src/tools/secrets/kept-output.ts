import type { KeptCredential, Output } from '../../core/index.js';
import { said } from '../view-output.js';

export function keptOutput({ name, origins, digits }: KeptCredential): Output {
  const where = origins.join(', ');
  return said(`ok: <${name}> can be filled on ${where}${digits === undefined ? '' : `; the code is ${digits}`}`);
}
