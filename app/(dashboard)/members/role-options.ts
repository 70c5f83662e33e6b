import { hasPermission, type Role, roles } from '#lib/core/permissions';

export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
};

/** Returns the roles that a member with `role` can assign. Only owners can assign the owner role. */
export function listAssignableRoles(role: Role): { value: Role; label: string }[] {
  return roles
    .filter((other) => other !== 'owner' || hasPermission(role, 'organization.manage'))
    .map((value) => ({ value, label: roleLabels[value] }));
}
