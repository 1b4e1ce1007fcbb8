import type { ProviderEnvironment } from '../provider.js';
import type { ImageFacts } from './image.js';
import type { OwnedContainer } from './leftovers.js';

/** For `gatewright container build`; loaded only then. */
export async function buildContainerImage(
  environment: ProviderEnvironment,
  tell: (line: string) => void,
): Promise<ImageFacts> {
  return (await import('./build-image.js')).buildImage(environment, tell);
}

export async function listSessionContainers(environment: ProviderEnvironment): Promise<readonly OwnedContainer[]> {
  const [{ findEngine }, { listContainers }] = await Promise.all([import('./engine.js'), import('./leftovers.js')]);
  return listContainers(findEngine(environment));
}

/** The names of those whose server was gone. */
export async function removeSessionContainers(environment: ProviderEnvironment): Promise<readonly string[]> {
  const [{ findEngine }, { removeLeftovers }] = await Promise.all([import('./engine.js'), import('./leftovers.js')]);
  return removeLeftovers(findEngine(environment));
}
