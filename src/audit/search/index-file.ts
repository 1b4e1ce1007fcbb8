import path from 'node:path';

export function indexFile(folder: string, name: string): string {
  return path.join(folder, 'index', `${name}.idx`);
}
