import { afterAll, describe, expect, test } from 'vitest';
import { roles } from '#lib/core/permissions';
import { missing, startTwoTenants, type TenantData } from './tenant-data';
import { builtPaths } from './test-app';

const { stage, ours, theirs, foreign } = await startTwoTenants();
afterAll(() => stage.stop());

/** Pages and routes that ask for no session: each has tests of its own. */
const open = [
  ...['/sign-in', '/sign-up', '/join/[token]', '/share/[token]', '/webhooks/answers/[token]'],
  ...['/api/auth/[...nextauth]', '/api/auth/accept-invitation', '/api/auth/sign-up', '/v1/[[...path]]'],
  ...['/icon.svg', '/world.svg', '/_global-error', '/_not-found'],
];
/** Every other one of the build. */
const closed = () => builtPaths().filter((path) => !open.includes(path));

/** A path of the build about a project and things of a tenant. */
function filled(path: string, projectId: string, ids: TenantData): string {
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

describe('pages', () => {
  test('a visitor is sent to sign in from every page and route', async () => {
    expect(closed().length).toBeGreaterThan(20);
    for (const path of closed().map((one) => filled(one, theirs.project.id, foreign))) {
      for (const cookie of ['', 'answerscope.session=forged', 'answerscope.session=a.b.c.d.e']) {
        const response = await stage.get(path, { cookie });
        const text = await response.text();
        expect(`${response.headers.get('location')}${text}`, path).toContain('/sign-in');
        expect(text, path).not.toContain('Fjordwing');
      }
    }
  });

  test('a project of others looks like one that is not there', async () => {
    const cookie = ours.cookies.owner;
    // Progress is told as a stream, which for such a project ends at once.
    const pages = closed().filter(
      (path) => path.startsWith('/projects/[projectId]/') && !path.endsWith('/progress'),
    );
    for (const path of pages) {
      for (const id of [theirs.project.id, missing, 'no-id']) {
        const address = filled(path, id, foreign);
        const response = await stage.get(address, { cookie });
        const text = await response.text();
        expect(response.status, address).toBe(404);
        expect(text, address).not.toContain('Fjordwing');
      }
    }
  });

  test.each(roles)('as %s every page is shown, without a secret in it', async (role) => {
    const pages = closed().filter((path) => !path.endsWith('/progress'));
    for (const path of pages.map((one) => filled(one, theirs.project.id, foreign))) {
      const response = await stage.get(path, { cookie: theirs.cookies[role] });
      const text = await response.text();
      expect(response.status, path).toBe(path === '/' || path === '/projects' ? 307 : 200);
      expect(text, path).not.toMatch(/ask_\w{46}|whsec_[\w+/]{20}|\$argon2/);
    }
  });

  test('somebody removed from the organization is out at the next request', async () => {
    const tenant = await stage.createTenant();
    const path = `/projects/${tenant.project.id}/overview`;
    const cookie = tenant.cookies.editor;
    expect((await stage.get(path, { cookie })).status).toBe(200);
    await stage.db.$client.query('DELETE FROM memberships WHERE user_id = $1', [tenant.userIds.editor]);
    const response = await stage.get(path, { cookie });
    const text = await response.text();
    expect(`${response.headers.get('location')}${text}`).toContain('/sign-in?problem=no-organization');
    expect(text).not.toContain('Fjordwing');
  });
});
