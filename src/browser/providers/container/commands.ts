import type { ProviderEnvironment } from '../provider.js';
import type { EngineName } from './engine.js';
import type { ImageFacts } from './image.js';
import type { OwnedContainer } from './leftovers.js';

/** For `gatewright container build`; loaded only then. */
export async function buildContainerImage(
  environment: ProviderEnvironment,
  tell: (line: string) => void,
  engine?: EngineName | 'auto',
): Promise<ImageFacts> {
  return (await import('./build-image.js')).buildImage(environment, tell, { engine });
}

export async function listSessionContainers(
  environment: ProviderEnvironment,
  engine?: EngineName | 'auto',
): Promise<readonly OwnedContainer[]> {
  const [{ findEngine }, { listContainers }] = await Promise.all([import('./engine.js'), import('./leftovers.js')]);
  return listContainers(findEngine(environment, engine));
}

/** The names of those whose server was gone. */
export async function removeSessionContainers(
  environment: ProviderEnvironment,
  engine?: EngineName | 'auto',
): Promise<readonly string[]> {
  const [{ findEngine }, { removeLeftovers }] = await Promise.all([import('./engine.js'), import('./leftovers.js')]);
  return removeLeftovers(findEngine(environment, engine));
}
