import { type Role, roleMay, roles } from '#lib/core/permissions';

const labels: Record<Role, string> = { owner: 'Owner', admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };

/** The roles somebody of `role` may hand out: only an owner makes owners. */
export function roleOptions(role: Role): { value: Role; label: string }[] {
  return roles
    .filter((one) => one !== 'owner' || roleMay(role, 'organization.manage'))
    .map((value) => ({ value, label: labels[value] }));
}

export function roleLabel(role: Role): string {
  return labels[role];
}
