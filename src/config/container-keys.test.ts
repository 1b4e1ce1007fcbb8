import { describe, expect, it } from 'vitest';
import { configSchema } from './schema.js';

const read = (container: unknown, browser: object = {}) =>
  configSchema.safeParse({ browser: { provider: 'container', ...browser }, container });

describe('sessions in containers', () => {
  it('have limits that the operator may change', () => {
    const container = { engine: 'podman', memory: '1g', cpus: 2, warm: 0, image: 'registry.example/browser:1' };
    expect(read(container).data?.container).toEqual(container);
    expect(read({ engine: 'docker' }).data?.container.engine).toBe('docker');
    expect(read({}).data?.container).toEqual({ engine: 'auto', memory: '512m', cpus: 0.5, warm: 1 });
  });

  it.each([
    { memory: '64m' },
    { memory: '512' },
    { cpus: 0 },
    { image: '--privileged' },
    { warm: 9 },
    { network: 'host' },
    { engine: 'lxc' },
  ])('refuse %j', (container) => {
    expect(read(container).success).toBe(false);
  });

  it.each([{ jail: 'off' }, { headless: false }, { executablePath: '/opt/chrome' }])('cannot honour %j', (browser) => {
    expect(read({}, browser).success).toBe(false);
  });
});
