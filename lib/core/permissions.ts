import { ServiceError } from '#lib/core/errors';

/** The roles of a member, strongest first. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

const permissions = {
  'organization.manage': ['owner'],
  'audit.read': ['owner', 'admin'],
  'members.read': ['owner', 'admin', 'editor', 'viewer'],
  'members.manage': ['owner', 'admin'],
  'keys.read': ['owner', 'admin', 'editor'],
  'keys.manage': ['owner', 'admin'],
  'requests.read': ['owner', 'admin', 'editor'],
  'usage.read': ['owner', 'admin', 'editor'],
  'queue.clear': ['owner', 'admin'],
  'budgets.manage': ['owner', 'admin'],
  'webhooks.read': ['owner', 'admin', 'editor'],
  'webhooks.manage': ['owner', 'admin'],
  'providers.read': ['owner', 'admin', 'editor'],
  'providers.manage': ['owner', 'admin'],
  'projects.read': ['owner', 'admin', 'editor', 'viewer'],
  'projects.export': ['owner', 'admin', 'editor', 'viewer'],
  'projects.edit': ['owner', 'admin', 'editor'],
  'projects.delete': ['owner', 'admin'],
  'runs.start': ['owner', 'admin', 'editor'],
  'shares.manage': ['owner', 'admin', 'editor'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Who acts: a signed-in member, an API key, a share link, or the operator of the instance and its jobs. */
export type Actor =
  | { kind: 'member'; userId: string; role: Role }
  | { kind: 'key'; keyId: string }
  | { kind: 'share'; shareId: string }
  | { kind: 'operator' };

/** What can be done to an organization's members, keys and projects. */
export const auditActions = [
  'api-key.created',
  'api-key.rotated',
  'api-key.revoked',
  'budget.changed',
  'classifier.enabled',
  'classifier.disabled',
  'invitation.created',
  'invitation.revoked',
  'member.joined',
  'member.role-changed',
  'member.removed',
  'project.created',
  'project.deleted',
  'provider-key.set',
  'provider-key.removed',
  'queue.cleared',
  'share.created',
  'share.revoked',
  'signing.enabled',
  'signing.rotated',
  'signing.disabled',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Returns whether a role has a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** @throws ServiceError INSUFFICIENT_PERMISSIONS unless the actor has the permission */
export function requirePermission(actor: Actor, permission: Permission): void {
  const allowed =
    actor.kind === 'operator' ||
    (actor.kind === 'member' && hasPermission(actor.role, permission)) ||
    (actor.kind === 'share' && permission === 'projects.read');
  if (!allowed) throw new ServiceError('INSUFFICIENT_PERMISSIONS', { details: { permission } });
}
