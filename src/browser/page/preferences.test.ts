import { expect, it } from 'vitest';
import { grantedPermissions, permissionMode } from './preferences.js';

it('grants what is wished for and listed, and nothing else', () => {
  const wish = { dialog: 'raise', permission: 'allow', perPermission: { camera: 'deny', midi: 'ask-human' } } as const;
  expect(grantedPermissions(wish, [])).toEqual([]);
  expect(grantedPermissions(wish, ['geolocation', 'camera', 'midi'])).toEqual(['geolocation']);
  const one = { dialog: 'raise', permission: 'deny', perPermission: { camera: 'allow' } } as const;
  expect(grantedPermissions(one, ['geolocation', 'camera'])).toEqual(['camera']);
  expect(permissionMode(one, 'constructor')).toBe('deny');
});
