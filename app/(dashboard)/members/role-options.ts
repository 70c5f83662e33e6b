import { hasPermission, type Role, roleLabels, roles } from '#lib/core/permissions';

/**
 * Returns the roles that a member with `role` can assign, provided that the role may manage members. Only owners can
 * assign the owner role.
 */
export function listAssignableRoles(role: Role): { value: Role; label: string }[] {
  return roles
    .filter((other) => other !== 'owner' || hasPermission(role, 'owners.manage'))
    .map((value) => ({ value, label: roleLabels[value] }));
}
