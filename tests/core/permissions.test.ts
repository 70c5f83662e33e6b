import { describe, expect, test } from 'vitest';
import {
  canUse,
  explainDenial,
  explainPermission,
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

  test('other permissions do not need one', () => {
    for (const permission of ['projects.edit', 'members.read', 'webhooks.manage'] as const) {
      expect(check(permission, true)).not.toThrow();
    }
  });

  test('members with any role can secure their own accounts', () => {
    for (const role of roles) {
      expect(() => requirePermission({ kind: 'member', userId: 'a', role }, 'account.secure')).not.toThrow();
    }
  });
});

test('a member of an organization that is scheduled for deletion can only read, export and restore it, as far as their role allows, and secure their account', () => {
  const owner = { kind: 'member', userId: 'a', role: 'owner', isSuspended: true } as const;
  for (const permission of ['webhooks.manage', 'shares.manage', 'projects.edit'] as const) {
    expect(canUse(owner, permission)).toBe(false);
    expect(() => requirePermission(owner, permission)).toThrow('scheduled for deletion');
    expect(canUse({ ...owner, isSuspended: false }, permission)).toBe(true);
  }
  for (const permission of ['webhooks.read', 'organization.export', 'organization.delete'] as const) {
    expect(canUse(owner, permission)).toBe(true);
    expect(() => requirePermission(owner, permission)).not.toThrow();
    expect(canUse({ ...owner, role: 'viewer' }, permission)).toBe(false);
  }
  for (const permission of ['account.edit', 'account.secure'] as const) {
    for (const role of roles) expect(canUse({ ...owner, role }, permission)).toBe(true);
  }
});

test.each([
  ['projects.edit', 'Only owners, admins and editors can create and edit projects. Ask an owner for access.'],
  ['members.manage', 'Only owners and admins can manage members. Ask an owner for access.'],
  ['organization.delete', 'Only owners can delete the organization. Ask an owner for access.'],
] as const)('explains who has %s', (permission, text) => {
  expect(explainPermission(permission)).toBe(text);
});

test('explains whether the role or the scheduled deletion denies a permission; null if nothing does', () => {
  const editor = { kind: 'member', userId: 'a', role: 'editor' } as const;
  expect(explainDenial(editor, 'reports.edit')).toBeNull();
  expect(explainDenial({ ...editor, isSuspended: true }, 'reports.edit')).toContain('scheduled for deletion');
  expect(explainDenial({ ...editor, role: 'viewer' }, 'reports.edit')).toBe(
    explainPermission('reports.edit'),
  );
});
