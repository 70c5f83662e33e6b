import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { removeMember } from '#lib/service/members/members';
import { enableSigning } from '#lib/service/webhooks/signing';
import { createMember } from '#tests/support/owners';
import { createSessionCookie, readState } from '../security/test-app';
import { openTestProject } from './open-test-project';

const { app, tenant, page, close } = await openTestProject(async ({ owner }) => {
  await enableSigning(owner);
});
afterAll(close);
const other = await app.createTenant();
await app.db.$client.query(`UPDATE organizations SET name = 'Basalt' WHERE id = $1`, [
  other.owner.organizationId,
]);
await enableSigning(other.owner);
await joinOther(tenant.userIds.owner);

const context = page.context();
const otherTab = await context.newPage();

async function joinOther(userId: string): Promise<void> {
  await app.db.$client.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`,
    [other.owner.organizationId, userId],
  );
}

/** Switches to an organization in the account menu. */
async function switchTo(tab: Page, name: 'Acme' | 'Basalt'): Promise<void> {
  await tab.goto(`${app.instance.url}/account`);
  await tab.getByRole('button', { name: /^Account: / }).click();
  const organization = tab.getByRole('button', { name });
  if ((await organization.getAttribute('aria-current')) === 'true') return;
  await organization.click();
  await getShell(tab, name === 'Acme' ? tenant.owner.organizationId : other.owner.organizationId).waitFor();
}

/** Returns the shell of the organization, which is on the page if the page shows this organization. */
const getShell = (tab: Page, organizationId: string) =>
  tab.locator(`[data-organization="${organizationId}"]`);

const readBothStates = async () => [await readState(app, tenant), await readState(app, other)];

const operations: [string, string, (open: boolean) => Promise<void>][] = [
  [
    'an invitation of an admin',
    '/members',
    async (open) => {
      if (open) {
        await page.getByRole('button', { name: 'Invite member' }).click();
        await page.getByRole('dialog').getByLabel('Role').click();
        await page.getByRole('option', { name: 'Admin' }).click();
      } else await page.getByRole('button', { name: 'Create link' }).click();
    },
  ],
  [
    'a new API key',
    '/developers',
    async (open) => {
      if (open) {
        await page.getByRole('button', { name: 'Create API key' }).first().click();
        await page.getByRole('dialog').getByLabel('Name').fill('Production');
      } else await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
    },
  ],
  [
    'a rotation of the signing secret',
    '/developers/webhooks',
    async (open) => {
      if (open) await page.getByRole('button', { name: 'Rotate secret' }).click();
      else await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    },
  ],
  [
    'a new name',
    '/organization',
    async (open) => {
      if (open) await page.getByLabel('Organization name').fill('Renamed');
      else await page.getByRole('button', { name: 'Save name' }).click();
    },
  ],
  [
    'new branding',
    '/organization',
    async (open) => {
      if (open) await page.getByLabel('Footer').fill('Stolen');
      else await page.getByRole('button', { name: 'Save branding' }).click();
    },
  ],
];

it.each(operations)(
  'refuses %s in a tab after another tab has switched',
  { timeout: 180_000 },
  async (_, path, act) => {
    await switchTo(otherTab, 'Acme');
    await page.goto(app.instance.url + path);
    await act(true);
    await switchTo(otherTab, 'Basalt');
    const before = await readBothStates();
    await act(false);
    await page.getByText('You switched to Basalt in another tab. Nothing was changed.').waitFor();
    expect(await readBothStates()).toEqual(before);
    await page.getByRole('button', { name: 'Reload the page', includeHidden: true }).click();
    await getShell(page, other.owner.organizationId).waitFor();
    await act(true);
    await act(false);
    await expect.poll(readBothStates).not.toEqual(before);
    expect(await readState(app, tenant)).toBe(before[0]);
    await app.db.$client.query(`UPDATE organizations SET name = 'Basalt' WHERE id = $1`, [
      other.owner.organizationId,
    ]);
  },
);

it('says in a tab that it is outdated as soon as another tab has switched, until that tab switches back', async () => {
  await switchTo(otherTab, 'Acme');
  await page.goto(`${app.instance.url}/members`);
  await getShell(page, tenant.owner.organizationId).waitFor();
  await switchTo(otherTab, 'Basalt');
  const notice = page.getByText('It shows Acme, which is no longer your current organization.');
  await notice.waitFor();
  await switchTo(otherTab, 'Acme');
  await notice.waitFor({ state: 'detached' });
});

it('opens the next page of an outdated tab in the current organization', async () => {
  await switchTo(otherTab, 'Acme');
  await page.goto(`${app.instance.url}/members`);
  await switchTo(otherTab, 'Basalt');
  await page.getByRole('link', { name: 'API & webhooks' }).click();
  await page.waitForURL(/\/developers$/);
  await getShell(page, other.owner.organizationId).waitFor();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
});

it('refuses an action of a removed member, who is a member of another organization', async () => {
  const { userId } = await createMember(tenant.owner, 'admin');
  await joinOther(userId);
  const removedContext = await context.browser()?.newContext();
  await removedContext?.addCookies([
    { ...(await createSessionCookie(app.db, userId)), url: app.instance.url },
  ]);
  const tab = await removedContext?.newPage();
  if (!tab) throw new Error('The browser was closed.');
  await tab.goto(`${app.instance.url}/organization`);
  await tab.getByLabel('Organization name').fill('Renamed');
  await removeMember(tenant.owner, { userId });
  const before = await readBothStates();
  await tab.getByRole('button', { name: 'Save name' }).click();
  await tab.getByText('You’re no longer a member of the organization that this page shows.').waitFor();
  expect(await readBothStates()).toEqual(before);
  await tab.getByRole('button', { name: 'Reload the page' }).click();
  await getShell(tab, other.owner.organizationId).waitFor();
});
