import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { saveView } from '#lib/dashboard/saved-views/saved-views';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues } from './page-checks';

const testProject = await openTestProject(async ({ owner, project }) => {
  await fillRollups(owner, project);
  await saveView(owner, {
    projectId: project.id,
    name: 'Singapore, a week',
    page: 'overview',
    query: 'days=7&country=SG',
  });
});
afterAll(() => testProject.close());
const { app, openPageAs, open } = testProject;

const reasons = {
  projects: 'Only owners, admins and editors can create and edit projects. Ask an owner for access.',
  reports: 'Only owners, admins and editors can edit reports. Ask an owner for access.',
  organization: 'Only owners and admins can rename the organization. Ask an owner for access.',
  branding: 'Only owners and admins can change the branding of reports. Ask an owner for access.',
  exports: 'Only owners can export all data. Ask an owner for access.',
  owners: 'Only owners can manage owners. Ask an owner for access.',
  deletion: 'Only owners can delete the organization. Ask an owner for access.',
  members: 'Only owners and admins can manage members. Ask an owner for access.',
  keys: 'Only owners and admins can manage API keys. Ask an owner for access.',
  webhooks: 'Only owners and admins can manage webhooks. Ask an owner for access.',
  signing: 'Only owners and admins can manage the signing secret. Ask an owner for access.',
  providers: 'Only owners and admins can manage provider keys. Ask an owner for access.',
} as const;

const getDisabledButton = (target: Page, name: string | RegExp, reason: keyof typeof reasons) =>
  target.getByRole('button', { name, disabled: true, description: reasons[reason] }).first();

it('disables actions that a viewer isn’t allowed to use, and says why', async () => {
  const viewer = await openPageAs('viewer');
  await open('overview', viewer);
  await viewer.getByRole('heading', { name: 'Visibility over time' }).waitFor();
  // Playwright does not click disabled buttons, so the test presses Enter.
  await getDisabledButton(viewer, 'Add note', 'projects').press('Enter');
  await viewer.getByRole('dialog').getByText(reasons.projects).waitFor();
  await viewer.keyboard.press('Escape');
  await viewer.getByRole('button', { name: 'Views' }).click();
  await viewer.getByRole('link', { name: /Singapore, a week/ }).waitFor();
  for (const name of [/^Rename “/, /^Delete “/, 'Save view']) {
    await getDisabledButton(viewer, name, 'projects').waitFor();
  }
  // The reason opens above the views, which stay open.
  await getDisabledButton(viewer, /^Rename “/, 'projects').press('Enter');
  await viewer.getByRole('dialog', { name: 'Why this isn’t available' }).waitFor();
  await viewer.keyboard.press('Escape');
  await viewer.getByRole('link', { name: /Singapore, a week/ }).waitFor();
  expect(await findAccessibilityIssues(viewer)).toEqual([]);
  await open('prompts', viewer);
  await viewer
    .getByRole('checkbox', { name: /^Select “/ })
    .first()
    .click();
  for (const name of ['Edit 1 prompt', 'Archive 1 prompt', 'Import CSV', 'Add prompts']) {
    await getDisabledButton(viewer, name, 'projects').waitFor();
  }
  await open('experiments', viewer);
  await viewer.getByText('No experiments yet').waitFor();
  await getDisabledButton(viewer, 'Create experiment', 'projects').waitFor();
  await open('reports', viewer);
  await getDisabledButton(viewer, /^Monthly review/, 'reports').waitFor();
  await viewer.goto(new URL('/projects/new', viewer.url()).href);
  await viewer.getByText(reasons.projects).waitFor();
  expect(await viewer.getByRole('textbox').count()).toBe(0);
  await viewer.goto(new URL('/organization', viewer.url()).href);
  await getDisabledButton(viewer, 'Save name', 'organization').waitFor();
  await getDisabledButton(viewer, 'Save branding', 'branding').waitFor();
  await getDisabledButton(viewer, 'Export data', 'exports').waitFor();
  await getDisabledButton(viewer, 'Transfer ownership', 'owners').waitFor();
  await getDisabledButton(viewer, 'Delete organization', 'deletion').waitFor();
  expect(await findAccessibilityIssues(viewer)).toEqual([]);
  await viewer.goto(new URL('/members', viewer.url()).href);
  await getDisabledButton(viewer, 'Invite member', 'members').waitFor();
  await getDisabledButton(viewer, /^Remove /, 'owners').waitFor();
  await getDisabledButton(viewer, /^Remove /, 'members').waitFor();
  await viewer.context().close();
});

it('disables actions that an editor isn’t allowed to use, and says why', async () => {
  const editor = await openPageAs('editor');
  const visit = (path: string) => editor.goto(app.instance.url + path);
  await visit('/developers');
  await getDisabledButton(editor, 'Create API key', 'keys').waitFor();
  await visit('/developers/webhooks');
  await getDisabledButton(editor, 'Send test event', 'webhooks').waitFor();
  await getDisabledButton(editor, /^(Enable signing|Rotate secret)$/, 'signing').waitFor();
  await visit('/developers/webhooks/deliveries');
  await getDisabledButton(editor, 'Resend failed deliveries', 'webhooks').waitFor();
  await visit('/developers/engines');
  await getDisabledButton(editor, 'Add key for OpenAI', 'providers').waitFor();
  expect(await findAccessibilityIssues(editor)).toEqual([]);
  await editor.context().close();
});
