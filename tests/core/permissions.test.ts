import { describe, expect, test } from 'vitest';
import {
  type Permission,
  ReauthenticationRequired,
  requirePermission,
  roles,
  sensitivePermissions,
} from '#lib/core/permissions';

const check = (permission: Permission, needsReauthentication: boolean) => () =>
  requirePermission({ kind: 'member', userId: 'a', role: 'owner', needsReauthentication }, permission);

describe('sensitive permissions', () => {
  test.each(sensitivePermissions)('%s needs a recent sign-in', (permission) => {
    expect(check(permission, true)).toThrow(ReauthenticationRequired);
    expect(check(permission, false)).not.toThrow();
  });

  test('other permissions do not', () => {
    for (const permission of ['projects.edit', 'members.read', 'webhooks.manage'] as const) {
      expect(check(permission, true)).not.toThrow();
    }
  });

  test('everyone may secure their own account', () => {
    for (const role of roles) {
      expect(() => requirePermission({ kind: 'member', userId: 'a', role }, 'account.secure')).not.toThrow();
    }
  });
});
