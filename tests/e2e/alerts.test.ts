import { afterAll, expect, it } from 'vitest';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

const testProject = await openTestProject(({ owner, project }) => fillRollups(owner, project));
afterAll(() => testProject.close());

const { page, problems, openPageAs, open, getRegion } = testProject;

it('creates, previews, pauses and deletes alerts, and adds channels', async () => {
  await open('alerts');
  await page.getByText('No alerts yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create recommended alerts' }).click();
  const findings = getRegion('Findings');
  await findings.getByText('Visibility of Fjordwing changes by at least 5 points').waitFor();
  await getRegion('Monitoring health').getByText('The model behind an engine changes').waitFor();
  await page.getByText('0 of 5 active alerts are raised; no channel receives them yet.').waitFor();

  await page.getByRole('button', { name: 'Create alert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Alert when').selectOption({ label: 'A new domain is among the most cited' });
  await dialog.getByRole('button', { name: 'Preview the last 90 days' }).click();
  await dialog.getByText(/^This alert would .+ in the last 90 days\.$/).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  const row = findings.getByRole('row', { name: /A new domain is among the 10 most cited/ });
  await row.waitFor();
  await row.getByRole('button', { name: /^Pause/ }).click();
  await row.getByText('Paused').waitFor();
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete alert' }).click();
  await row.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByLabel('Send to').selectOption('webhook');
  await dialog.getByLabel('URL').fill('http://localhost/alerts');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByText('This host is not public.').waitFor();
  await dialog.getByLabel('URL').fill('https://acme.com/alerts');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await getRegion('Channels').getByText('acme.com').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await measureOverflow(page)).toBe(0);
  }
  await open('alerts/history');
  await page.getByText('No alert has been raised yet').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  expect(problems).toEqual([]);
}, 60_000);

it('shows viewers why they cannot change alerts', async () => {
  const viewer = await openPageAs('viewer');
  await open('alerts', viewer);
  const create = viewer.getByRole('button', { name: 'Create alert' });
  await create.waitFor();
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await create.focus();
  await viewer.keyboard.press('Enter');
  await viewer.getByRole('dialog').getByText('Only owners, admins and editors can change alerts.').waitFor();
}, 30_000);
