import { afterAll, expect, it } from 'vitest';
import { noMailServerMessage } from '#lib/core/mail-server';
import type { AlertEvidence } from '#lib/dashboard/alerts/conditions/condition';
import { shareOverview } from '#tests/support/reports';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

const testProject = await openTestProject(({ owner, project }) => fillRollups(owner, project));
afterAll(() => testProject.close());

const { app, tenant, page, openPageAs, open, getRegion } = testProject;

/** Stores a raised alert, with values above and below 0. */
async function storeAlertEvent() {
  const { owner, project } = tenant;
  const condition = { kind: 'metric', metric: 'sentiment', minChange: 20, direction: 'down' };
  const evidence: AlertEvidence = {
    summary: 'Sentiment of Fjordwing fell from +20.0 to −45.0 since 2 Nov 2026.',
    details: [{ label: 'Difference', value: '−65.0 points' }],
    numbers: {
      before: 0.2,
      after: -0.45,
      difference: -0.65,
      low: -0.9,
      high: -0.3,
      answersBefore: 240,
      answersAfter: 80,
      baselineFrom: '2026-10-26',
      changedOn: '2026-11-02',
    },
    chart: {
      unit: 'sentiment',
      from: '2026-10-26',
      values: [0.2, 0.3, null, 0.1, 0.2, 0.25, 0.15, -0.4, -0.5],
      answers: [40, 40, 0, 40, 40, 40, 40, 40, 40],
      averages: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, -0.4, -0.45],
      boundaries: [null, null, null, null, null, null, null, -0.38, -0.2],
    },
    view: { page: 'overview', query: '' },
  };
  await app.db.$client.query(
    `INSERT INTO alert_events (organization_id, project_id, alert_id, kind, condition, evidence, occurred_at)
     VALUES ($1, $2, gen_random_uuid(), 'raised', $3, $4, now())`,
    [owner.organizationId, project.id, JSON.stringify(condition), JSON.stringify(evidence)],
  );
}

it('creates, previews, pauses and deletes alerts, adds a channel, rotates its secret and shows the history', async () => {
  await open('alerts');
  await page.getByText('No alerts yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create recommended alerts' }).click();
  const brandAlerts = getRegion('Brand alerts');
  await brandAlerts.getByText('Visibility of Fjordwing changes by at least 5 points').waitFor();
  await getRegion('Monitoring health').getByText('The model behind an engine changes').waitFor();
  await page.getByText('None of 5 active alerts is raised; no channel gets messages yet.').waitFor();

  await page.getByRole('button', { name: 'Create alert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Alert when').selectOption({ label: 'A new domain is among the most cited' });
  await dialog.getByRole('button', { name: 'Preview the last 90 days' }).click();
  await dialog.getByText(/^This alert would .+ in the last 90 days\.$/).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  const row = brandAlerts.getByRole('row', { name: /A new domain is among the 10 most cited/ });
  await row.waitFor();
  await row.getByRole('button', { name: /^Pause/ }).click();
  await row.getByRole('cell', { name: 'Paused', exact: true }).waitFor();
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
  const channels = getRegion('Channels');
  await channels.getByText('acme.com').waitFor();
  await channels.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByLabel('Overlap in days').fill('31');
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByText('The overlap is at most 30 days.').waitFor();
  await dialog.getByLabel('Overlap in days').fill('2');
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await channels.getByText('Previous secret valid until').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await measureOverflow(page)).toBe(0);
  }
  await open('alerts/history');
  await page.getByText('No raised alerts yet').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await storeAlertEvent();
  await open('alerts/history');
  await page.getByRole('link', { name: /^Sentiment of Fjordwing/ }).click();
  await getRegion('Why it was raised').locator('svg.recharts-surface').first().waitFor();
  await page.getByRole('list', { name: 'Annotations' }).getByText('Last day evaluated').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // The chart is resized one frame after the window.
    await expect.poll(() => measureOverflow(page)).toBe(0);
  }
});

it('says wherever an email is set up that none is sent without a mail server', async () => {
  const { owner, project } = tenant;
  const { reportId } = await shareOverview(owner, { projectId: project.id });
  const dialog = page.getByRole('dialog');
  await open('alerts');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByText(noMailServerMessage).waitFor();
  await dialog.getByLabel('Email address').fill('team@acme.example');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  const channel = getRegion('Channels').getByRole('listitem').filter({ hasText: 'team@acme.example' });
  await getRegion('Channels').getByText(noMailServerMessage).waitFor();
  await channel.getByRole('button', { name: 'Send test message' }).click();
  await channel.getByRole('alert').getByText(noMailServerMessage).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await open(`reports/${reportId}`);
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await dialog.getByText(noMailServerMessage).waitFor();
  await page.goto(`${app.instance.url}/members`);
  await page.getByRole('button', { name: 'Invite member' }).click();
  await dialog.getByText(noMailServerMessage).waitFor();
  await page.goto(`${app.instance.url}/account`);
  await getRegion('Email address').getByText(noMailServerMessage).waitFor();
  await page.goto(`${app.instance.url}/forgot-password`);
  await page.getByText('This instance has no mail server, so no email is sent.').waitFor();
});

it('shows viewers why they cannot change alerts', async () => {
  const viewer = await openPageAs('viewer');
  await open('alerts', viewer);
  const create = viewer.getByRole('button', { name: 'Create alert' });
  await create.waitFor();
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await create.focus();
  await viewer.keyboard.press('Enter');
  await viewer.getByRole('dialog').getByText('Only owners, admins and editors can change alerts.').waitFor();
  await viewer.keyboard.press('Escape');
  for (const name of ['Quiet hours', 'Rotate secret', 'Delete']) {
    await viewer
      .getByRole('button', { name, disabled: true, description: /^Only owners/ })
      .first()
      .waitFor();
  }
  expect(await findAccessibilityIssues(viewer)).toEqual([]);
});

it('explains that alerts cannot be changed while the organization is scheduled for deletion', async () => {
  const { app, tenant } = testProject;
  await app.db.$client.query(
    `UPDATE organizations SET deletes_at = now() + interval '7 days' WHERE id = $1`,
    [tenant.owner.organizationId],
  );
  await open('alerts');
  await page.getByRole('button', { name: 'Add channel' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('scheduled for deletion', { exact: false }).waitFor();
});
