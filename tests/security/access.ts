import { hasPermission, type Permission, type Role } from '#lib/core/permissions';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { organizationTables } from '#lib/registry/organization-tables';
import type { TenantIds } from './tenant-data';

/**
 * Who may open a page or call a handler or action: anybody, anyone who is signed in, every member of an organization, or
 * the members whose role has a permission.
 */
export type Access = 'public' | 'user' | 'member' | Permission;

/** Returns whether the permission table gives a member with this role access. */
export function isAllowed(access: Access, role: Role): boolean {
  return access === 'public' || access === 'user' || access === 'member' || hasPermission(role, access);
}

/** The access rule of each page and route handler of the build, by path. */
export const pageAccess: Record<string, Access> = {
  '/': 'projects.read',
  '/account': 'user',
  '/account/second-factor': 'member',
  '/developers': 'keys.read',
  '/developers/engines': 'providers.read',
  '/developers/mcp': 'keys.read',
  '/developers/playground': 'requests.read',
  '/developers/requests': 'requests.read',
  '/developers/usage': 'usage.read',
  '/developers/webhooks': 'webhooks.read',
  '/developers/webhooks/deliveries': 'webhooks.read',
  '/developers/webhooks/deliveries/[deliveryId]': 'webhooks.read',
  '/members': 'members.read',
  '/members/audit': 'audit.read',
  '/new-organization': 'user',
  '/organization': 'organization.read',
  '/organization/export': 'organization.export',
  // Each table has a separate permission.
  '/organization/export/[table]': 'member',
  '/projects': 'projects.read',
  '/projects/[projectId]/alerts': 'projects.read',
  '/projects/[projectId]/alerts/history': 'projects.read',
  '/projects/[projectId]/alerts/history/[eventId]': 'projects.read',
  '/projects/[projectId]/answers': 'projects.read',
  '/projects/[projectId]/competitors': 'projects.read',
  '/projects/[projectId]/experiments': 'projects.read',
  '/projects/[projectId]/experiments/[experimentId]': 'projects.read',
  '/projects/[projectId]/export/[table]': 'projects.export',
  '/projects/[projectId]/fan-out': 'projects.read',
  '/projects/[projectId]/overview': 'projects.read',
  '/projects/[projectId]/palette': 'projects.read',
  '/projects/[projectId]/progress': 'projects.read',
  '/projects/[projectId]/prompts': 'projects.read',
  '/projects/[projectId]/prompts/[promptId]': 'projects.read',
  '/projects/[projectId]/reports': 'projects.read',
  '/projects/[projectId]/reports/[reportId]': 'projects.read',
  '/projects/[projectId]/reports/[reportId]/about': 'projects.read',
  '/projects/[projectId]/reports/[reportId]/export/[table]': 'projects.export',
  '/projects/[projectId]/reports/[reportId]/email-preview': 'projects.export',
  '/projects/[projectId]/reports/[reportId]/pdf': 'projects.export',
  '/projects/[projectId]/reports/new': 'projects.read',
  '/projects/[projectId]/runs': 'projects.read',
  '/projects/[projectId]/runs/[runId]': 'projects.read',
  '/projects/[projectId]/schedule': 'projects.read',
  '/projects/[projectId]/brands': 'projects.read',
  '/projects/[projectId]/sources': 'projects.read',
  '/projects/[projectId]/sources/[domain]': 'projects.read',
  '/projects/[projectId]/suggested-competitors': 'projects.read',
  '/projects/new': 'projects.edit',

  '/verify-email': 'user',
  // These need no session, or check their own credentials. Other tests cover them.
  '/_global-error': 'public',
  '/_not-found': 'public',
  '/api/auth/[...nextauth]': 'public',
  '/api/auth/accept-invitation': 'public',
  '/api/auth/confirm-email': 'public',
  '/api/auth/forgot-password': 'public',
  '/api/auth/organizations': 'public',
  '/api/auth/passkey-options': 'public',
  '/api/auth/resend-verification': 'public',
  '/api/auth/reset-password': 'public',
  '/api/auth/sign-up': 'public',
  '/confirm-email/[token]': 'public',
  '/forgot-password': 'public',
  '/icon.svg': 'public',
  '/join/[token]': 'public',
  '/reference': 'public',
  '/reference/[endpoint]': 'public',
  '/reference/webhooks': 'public',
  '/reload': 'public',
  '/reset-password/[token]': 'public',
  '/print/[token]': 'public',
  '/share/[token]': 'public',
  '/share/[token]/about': 'public',
  '/share/[token]/export/[table]': 'public',
  '/share/[token]/preview.png': 'public',
  '/subscription/[token]': 'public',
  '/unsubscribe/[token]': 'public',
  '/share/[token]/pdf': 'public',
  '/sign-in': 'public',
  '/sign-up': 'public',
  '/v1/[[...path]]': 'public',
  '/webhooks/answers/[token]': 'public',
  '/world.svg': 'public',
};

/**
 * Lists the URLs of every page and handler that is not public. An export handler has one URL per table; that of reports has
 * one URL, for a single table. Exports of the organization name it.
 * @param organizationId the organization whose tables are exported
 */
export function listUrls(
  projectId: string,
  ids: TenantIds,
  organizationId: string,
): { url: string; access: Access }[] {
  const parts = {
    projectId,
    runId: ids.run,
    promptId: ids.prompt,
    experimentId: ids.experiment,
    reportId: ids.report,
    deliveryId: ids.delivery,
    eventId: ids.alertEvent,
    domain: 'trail.example',
  };
  return Object.entries(pageAccess)
    .filter(([, access]) => access !== 'public')
    .flatMap(([path, access]) => {
      const url = Object.entries(parts).reduce(
        (text, [name, value]) => text.replace(`[${name}]`, value),
        path,
      );
      const parameters = url.startsWith('/organization/export') ? `?organization=${organizationId}` : '';
      if (!url.includes('[table]')) return [{ url: url + parameters, access }];
      const permissions: [string, Access][] = url.startsWith('/organization')
        ? [...organizationTables].map(([table, { permission }]) => [table, permission])
        : (url.includes('/reports/') ? ['headline'] : [...exportedTables.keys()]).map((table) => [
            table,
            access,
          ]);
      return permissions.map(([table, permission]) => ({
        url: url.replace('[table]', table) + parameters,
        access: permission,
      }));
    });
}
