import { isProcessAlive } from '../../platform/process-liveness.js';
import { readFirst } from './read-ends.js';

export async function isOfLivingServer(file: string): Promise<boolean> {
  const pid = (await readFirst(file))?.fields['pid'];
  return typeof pid === 'number' && isProcessAlive(pid);
}
