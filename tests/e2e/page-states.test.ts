import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChannel } from '#lib/dashboard/alerts/messages/channels';
import { createProject, deleteProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { getOrCreateOverviewReport } from '#lib/dashboard/reports/create-report';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { createApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { fillRollups } from './fill-rollups';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
}, 300_000);
afterAll(() => app?.stop());

const readPage = async (path: string, cookie: string) => (await app.get(path, { cookie })).text();

/** Lists the labels of the buttons that are disabled with a reason. */
function listDeniedButtons(html: string): string[] {
  return [...html.matchAll(/<button[^>]*aria-disabled="true"[^>]*>(.*?)<\/button>/gs)].map(
    ([, content = '']) => content.replace(/<[^>]*>/g, '').trim(),
  );
}

const denial = 'Only owners, admins and editors can';

it('shows viewers the controls of alert channels, the schedule and reports as disabled', async () => {
  const { owner, project, cookies } = tenant;
  const projectId = project.id;
  await createChannel(owner, { projectId, kind: 'webhook', target: 'https://acme.com/alerts' });
  await saveSchedule(owner, { projectId, ...defaultSchedule, enabled: true });
  const { id: reportId } = await getOrCreateOverviewReport(owner, { projectId, filters: '' });
  const list = async (path: string, cookie = cookies.viewer) =>
    listDeniedButtons(await readPage(`/projects/${projectId}/${path}`, cookie));

  const channelControls = ['Send test message', 'Quiet hours', 'Rotate secret', 'Delete'];
  expect(await list('alerts')).toEqual(expect.arrayContaining(channelControls));
  expect(await list('alerts', cookies.editor)).toEqual([]);
  expect(await list('schedule')).toEqual(
    expect.arrayContaining(['Save schedule', 'Run now', 'Pause schedule']),
  );
  const reportControls = await list(`reports/${reportId}`);
  expect(reportControls).toEqual(expect.arrayContaining(['Edit', 'Freeze']));
  // The menu also contains Print, which viewers can use.
  expect(reportControls).not.toContain('More actions');
  expect(await readPage(`/projects/${projectId}/reports/${reportId}`, cookies.viewer)).toContain(
    'aria-label="More actions"',
  );
});

it('tells viewers of a project without competitors that they can’t add a competitor', async () => {
  const { owner, cookies } = tenant;
  const project = await createProject(owner, { name: 'Sleds', own: { name: 'Fjordwing' } });
  await addPrompts(owner, { projectId: project.id, prompts: [{ text: 'Which sled is best?' }] });
  await fillRollups(owner, project);
  const path = `/projects/${project.id}/competitors`;
  const html = await readPage(path, cookies.viewer);
  expect(html).toContain('No competitors yet');
  expect(listDeniedButtons(html)).toContain('Add competitor');
  expect(html).toContain(denial);
  expect(listDeniedButtons(await readPage(path, cookies.editor))).not.toContain('Add competitor');
  await deleteProject(owner, { projectId: project.id });
});

it('tells viewers of an organization without projects whom to ask', async () => {
  const { owner, project, cookies } = await app.createTenant();
  await deleteProject(owner, { projectId: project.id });
  const html = await readPage('/', cookies.viewer);
  expect(html).toContain('No projects yet');
  expect(html).toContain('Ask an editor to create one.');
  expect((await app.get('/', { cookie: cookies.editor })).headers.get('location')).toBe('/projects/new');
});

it('shows when an API key expires', async () => {
  const { owner, cookies } = tenant;
  const { id } = await createApiKey(owner, { name: 'Production' });
  const listStatuses = async () => [
    ...(await readPage('/developers', cookies.owner)).matchAll(/>(Active[^<]*)</g),
  ];
  expect((await listStatuses()).map(([, status]) => status)).toEqual(['Active']);
  await rotateApiKey(owner, { id, overlapDays: 7 });
  expect((await listStatuses()).map(([, status]) => status).sort()).toEqual([
    'Active',
    expect.stringMatching(/^Active until (?:\d+ \w{3}|\w{3} \d+)/),
  ]);
});
