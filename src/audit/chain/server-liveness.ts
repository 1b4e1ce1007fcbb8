import { readFirst } from './read-ends.js';

export async function isOfLivingServer(file: string): Promise<boolean> {
  const pid = (await readFirst(file))?.fields['pid'];
  return typeof pid === 'number' && pid > 0 && isAlive(pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's process, and alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
