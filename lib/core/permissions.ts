import { ServiceError } from '#lib/core/errors';
import { recordSecurityEvent, type SecurityEventFields } from '#lib/core/security-events';

/** The roles of a member, strongest first. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
};

const permissions = {
  'organization.read': ['owner', 'admin', 'editor', 'viewer'],
  'organization.rename': ['owner', 'admin'],
  /** Adding, demoting and removing owners, and transferring ownership. */
  'owners.manage': ['owner'],
  /** Requiring a second factor. */
  'organization.secure': ['owner'],
  'organization.export': ['owner'],
  'organization.delete': ['owner'],
  'audit.read': ['owner', 'admin'],
  'members.read': ['owner', 'admin', 'editor', 'viewer'],
  'invitations.read': ['owner', 'admin'],
  'members.manage': ['owner', 'admin'],
  'keys.read': ['owner', 'admin', 'editor'],
  'keys.manage': ['owner', 'admin'],
  'requests.read': ['owner', 'admin', 'editor'],
  'usage.read': ['owner', 'admin', 'editor'],
  'queue.clear': ['owner', 'admin'],
  'budgets.manage': ['owner', 'admin'],
  'webhooks.read': ['owner', 'admin', 'editor'],
  'webhooks.manage': ['owner', 'admin'],
  'signing.manage': ['owner', 'admin'],
  'providers.read': ['owner', 'admin', 'editor'],
  'providers.manage': ['owner', 'admin'],
  'projects.read': ['owner', 'admin', 'editor', 'viewer'],
  'projects.export': ['owner', 'admin', 'editor', 'viewer'],
  'projects.edit': ['owner', 'admin', 'editor'],
  'projects.delete': ['owner', 'admin'],
  'runs.start': ['owner', 'admin', 'editor'],
  'reports.edit': ['owner', 'admin', 'editor'],
  /** The logo, color and footer of reports. */
  'branding.manage': ['owner', 'admin'],
  'shares.manage': ['owner', 'admin', 'editor'],
  /** Alerts and the channels that they are sent to. */
  'alerts.manage': ['owner', 'admin', 'editor'],
  /** The member's own account, except for what `account.secure` allows. */
  'account.edit': ['owner', 'admin', 'editor', 'viewer'],
  /** The member's own second factors, passkeys and linked accounts. */
  'account.secure': ['owner', 'admin', 'editor', 'viewer'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/**
 * Permissions that a member may use only within `reauthenticationMinutes` of signing in or confirming who they are, so
 * that an unattended browser or a stolen session cannot make lasting changes or export all data. Viewing a page needs
 * none of them.
 */
export const sensitivePermissions: readonly Permission[] = [
  'owners.manage',
  'organization.secure',
  'organization.export',
  'organization.delete',
  'members.manage',
  'keys.manage',
  'signing.manage',
  'providers.manage',
  'projects.delete',
  'account.secure',
];
export const reauthenticationMinutes = 15;

/** The author of an action: a signed-in member, an API key, a share link, or the operator (including jobs). */
export type Actor =
  | {
      kind: 'member';
      userId: string;
      /** For security events. */
      organizationId?: string;
      role: Role;
      /** True if the member signed in too long ago for `sensitivePermissions`. */
      needsReauthentication?: boolean;
      /** The organization is scheduled for deletion: it can be read, exported and restored, not changed. */
      isSuspended?: boolean;
    }
  | { kind: 'key'; keyId: string; organizationId?: string; permissions?: readonly Permission[] }
  | {
      kind: 'share';
      shareId: string;
      /** The report that the link shows. */
      reportId: string;
      /** True if viewers can download the tables of the report. */
      allowsDownloads: boolean;
      /** True if viewers see notes and experiments. */
      showsNotes: boolean;
    }
  | { kind: 'operator' };

/** Returns the IDs of an actor for security events. */
export function getActorFields(
  actor: Actor,
): Pick<SecurityEventFields, 'organizationId' | 'userId' | 'keyId' | 'shareId'> {
  switch (actor.kind) {
    case 'member':
      return { organizationId: actor.organizationId, userId: actor.userId };
    case 'key':
      return { organizationId: actor.organizationId, keyId: actor.keyId };
    case 'share':
      return { shareId: actor.shareId };
    case 'operator':
      return {};
  }
}

/** Returns the value of `created_by` columns that cannot be null: the member's ID, or the organization's for other actors. */
export function getCreatorId({ actor, organizationId }: { actor: Actor; organizationId: string }): string {
  return actor.kind === 'member' ? actor.userId : organizationId;
}

/** The action that each permission allows, worded to follow "can". */
const allowedActions: Record<Permission, string> = {
  'organization.read': 'see the organization',
  'organization.rename': 'rename the organization',
  'owners.manage': 'manage owners',
  'organization.secure': 'require a second factor',
  'organization.export': 'export all data',
  'organization.delete': 'delete the organization',
  'audit.read': 'see the audit log',
  'members.read': 'see members',
  'invitations.read': 'see invitations',
  'members.manage': 'manage members',
  'keys.read': 'see API keys',
  'keys.manage': 'manage API keys',
  'requests.read': 'see the request log and use the playground',
  'usage.read': 'see usage',
  'queue.clear': 'clear the queue',
  'budgets.manage': 'change budgets',
  'webhooks.read': 'see webhooks',
  'webhooks.manage': 'manage webhooks',
  'signing.manage': 'manage the signing secret',
  'providers.read': 'see providers',
  'providers.manage': 'manage provider keys',
  'projects.read': 'see projects',
  'projects.export': 'export data',
  'projects.edit': 'create and edit projects',
  'projects.delete': 'delete projects',
  'runs.start': 'start runs',
  'reports.edit': 'edit reports',
  'branding.manage': 'change the branding of reports',
  'shares.manage': 'share reports',
  'alerts.manage': 'change alerts',
  'account.edit': 'change their account',
  'account.secure': 'change their sign-in methods',
};

/** Denials are also logged and stored, so they do not follow the conventions of a reader. */
const roleList = new Intl.ListFormat('en-GB');

/** Describes who has a permission: "Only owners, admins and editors can start runs. Ask an owner for access." */
export function explainPermission(permission: Permission): string {
  const holders = permissions[permission].map((role) => `${role}s`);
  return `Only ${roleList.format(holders)} can ${allowedActions[permission]}. Ask an owner for access.`;
}

/** Returns whether a role has a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/**
 * Returns whether an organization that is scheduled for deletion still allows a permission: reading, exporting,
 * restoring the organization, and changing one's own account.
 */
function isAllowedWhileSuspended(permission: Permission): boolean {
  return (
    /\.(?:read|export)$/.test(permission) ||
    ['organization.delete', 'account.edit', 'account.secure'].includes(permission)
  );
}

/**
 * Returns whether an actor has a permission, possibly after confirming who they are. Pages check it before they load
 * data that needs more than read access.
 */
export function canUse(actor: Actor, permission: Permission): boolean {
  return isGranted(actor, permission) && !isSuspended(actor, permission);
}

function isGranted(actor: Actor, permission: Permission): boolean {
  return (
    actor.kind === 'operator' ||
    (actor.kind === 'member' && hasPermission(actor.role, permission)) ||
    (actor.kind === 'key' && actor.permissions?.includes(permission) === true) ||
    (actor.kind === 'share' &&
      (permission === 'projects.read' || (permission === 'projects.export' && actor.allowsDownloads)))
  );
}

function isSuspended(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'member' && actor.isSuspended === true && !isAllowedWhileSuspended(permission);
}

const suspendedMessage =
  'This organization is scheduled for deletion and can’t be changed. An owner can restore it at the top of any page.';

/** Says why an actor can't use a permission; null if they can, possibly after confirming who they are. */
export function explainDenial(actor: Actor, permission: Permission): string | null {
  if (canUse(actor, permission)) return null;
  return isGranted(actor, permission) ? suspendedMessage : explainPermission(permission);
}

/** Records that an actor's role or scopes do not grant a permission; nothing if they do. */
export function recordDenial(actor: Actor, permission: Permission): void {
  if (isGranted(actor, permission)) return;
  recordSecurityEvent('permission.denied', { ...getActorFields(actor), permission });
}

/** A permission that a member has, but may use only after confirming who they are. */
export class ReauthenticationRequired extends ServiceError {
  constructor(permission: Permission) {
    super('INSUFFICIENT_PERMISSIONS', {
      message: 'You signed in a while ago. Confirm that it’s you, then try again.',
      details: { permission },
    });
  }
}

/**
 * Checks that an actor may use a permission now.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS if the actor lacks the permission, or a suspended organization does not
 *   allow it; ReauthenticationRequired if a member must confirm who they are first
 */
export function requirePermission(actor: Actor, permission: Permission): void {
  recordDenial(actor, permission);
  if (!isGranted(actor, permission)) {
    throw new ServiceError('INSUFFICIENT_PERMISSIONS', { details: { permission } });
  }
  if (isSuspended(actor, permission)) {
    throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
      message: suspendedMessage,
      details: { permission },
    });
  }
  if (actor.kind === 'member' && actor.needsReauthentication && sensitivePermissions.includes(permission)) {
    throw new ReauthenticationRequired(permission);
  }
}
