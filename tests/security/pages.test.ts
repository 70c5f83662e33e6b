import { afterAll, describe, expect, test } from 'vitest';
import { hasPermission, type Permission, roles } from '#lib/core/permissions';
import { missingId, startTwoTenants, type TenantIds } from './tenant-data';
import { listBuiltPaths } from './test-app';

const { app, tenant, otherTenant, otherIds } = await startTwoTenants();
afterAll(() => app.stop());

/** Pages and routes without a session; each is tested separately. */
const publicPaths = [
  ...['/sign-in', '/sign-up', '/join/[token]', '/share/[token]', '/webhooks/answers/[token]'],
  ...['/forgot-password', '/reset-password/[token]', '/confirm-email/[token]'],
  ...['/api/auth/forgot-password', '/api/auth/reset-password', '/api/auth/confirm-email'],
  '/api/auth/resend-verification',
  ...['/api/auth/[...nextauth]', '/api/auth/accept-invitation', '/api/auth/sign-up', '/v1/[[...path]]'],
  '/api/auth/organizations',
  ...['/icon.svg', '/world.svg', '/_global-error', '/_not-found'],
];
/** Lists all other paths of the build. */
const listPrivatePaths = () => listBuiltPaths().filter((path) => !publicPaths.includes(path));

/** Fills the parameters of a path of the build. */
function fillPath(path: string, projectId: string, ids: TenantIds): string {
  const { run, prompt, experiment: experimentId } = ids;
  const parts = {
    projectId,
    runId: run,
    promptId: prompt,
    experimentId,
    domain: 'trail.example',
    table: 'headline',
  };
  return Object.entries(parts).reduce((text, [name, value]) => text.replace(`[${name}]`, value), path);
}

/** The pages that need a permission which not every role has. */
const requiredPermissions = new Map<string, Permission>([
  ['/developers', 'keys.read'],
  ['/developers/engines', 'providers.read'],
  ['/developers/requests', 'requests.read'],
  ['/developers/usage', 'usage.read'],
  ['/developers/usage/export', 'usage.read'],
  ['/members/audit', 'audit.read'],
  ['/members/audit/export', 'audit.read'],
  ['/organization/export', 'organization.export'],
]);

describe('pages', () => {
  test('redirect visitors from every page and route to sign in', async () => {
    expect(listPrivatePaths().length).toBeGreaterThan(20);
    for (const path of listPrivatePaths().map((path) => fillPath(path, otherTenant.project.id, otherIds))) {
      for (const cookie of ['', 'answerscope.session=forged', 'answerscope.session=a.b.c.d.e']) {
        const response = await app.get(path, { cookie });
        const text = await response.text();
        expect(`${response.headers.get('location')}${text}`, path).toContain('/sign-in');
        expect(text, path).not.toContain('Fjordwing');
      }
    }
  });

  test('treat projects of other organizations like missing ones', async () => {
    const cookie = tenant.cookies.owner;
    // Progress is a stream that ends immediately for such a project.
    const pages = listPrivatePaths().filter(
      (path) => path.startsWith('/projects/[projectId]/') && !path.endsWith('/progress'),
    );
    for (const path of pages) {
      for (const id of [otherTenant.project.id, missingId, 'no-id']) {
        const url = fillPath(path, id, otherIds);
        const response = await app.get(url, { cookie });
        const text = await response.text();
        expect(response.status, url).toBe(404);
        expect(text, url).not.toContain('Fjordwing');
      }
    }
  });

  test.each(roles)(
    'show every page to the %s as the permission table says, without secrets',
    async (role) => {
      const pages = listPrivatePaths().filter((path) => !path.endsWith('/progress'));
      for (const path of pages.map((path) => fillPath(path, otherTenant.project.id, otherIds))) {
        const response = await app.get(path, { cookie: otherTenant.cookies[role] });
        const text = await response.text();
        const permission = requiredPermissions.get(path);
        const isAllowed = permission === undefined || hasPermission(role, permission);
        const status = path.endsWith('/export') && !isAllowed ? 403 : 200;
        expect(response.status, path).toBe(path === '/' || path === '/projects' ? 307 : status);
        if (status === 200) expect(text.includes('No access'), path).toBe(!isAllowed);
        expect(text, path).not.toMatch(/ask_\w{46}|whsec_[\w+/]{20}|\$argon2/);
      }
    },
  );

  test('deny access to a removed member from the next request', async () => {
    const tenant = await app.createTenant();
    const path = `/projects/${tenant.project.id}/overview`;
    const cookie = tenant.cookies.editor;
    expect((await app.get(path, { cookie })).status).toBe(200);
    await app.db.$client.query('DELETE FROM memberships WHERE user_id = $1', [tenant.userIds.editor]);
    const response = await app.get(path, { cookie });
    const text = await response.text();
    expect(`${response.headers.get('location')}${text}`).toContain('/new-organization');
    expect(text).not.toContain('Fjordwing');
  });
});
