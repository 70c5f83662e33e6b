import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { onboardProject } from '#lib/dashboard/onboarding/onboard-project';
import { suggestBrand, suggestBrandFromSite } from '#lib/dashboard/onboarding/suggest-brand';
import { intents, suggestPrompts } from '#lib/dashboard/onboarding/suggest-prompts';
import { listProjects } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const project = { name: 'Kayaks', own: { name: 'Fjordwing' }, competitors: [{ name: 'Paddlemoor' }] };
const prompts = [{ text: 'Which kayak is best?', topic: 'Discovery' }, { text: 'Fjordwing or Paddlemoor?' }];

test('creates brands, prompts, a schedule and a first run in one call', async () => {
  const context = await dashboard.createContext();
  const { projectId, runId } = await onboardProject(context, {
    project,
    prompts,
    schedule: defaultSchedule,
  });
  expect((await listPrompts(context, { projectId })).map(({ text, isBranded }) => [text, isBranded])).toEqual(
    [
      ['Fjordwing or Paddlemoor?', true],
      ['Which kayak is best?', false],
    ],
  );
  expect(await getSchedule(context, { projectId })).toMatchObject({ enabled: true, countries: ['US'] });
  expect(await listRuns(context, { projectId })).toMatchObject([{ id: runId, kind: 'manual', itemCount: 6 }]);
});

test('creates nothing twice when repeated, even concurrently', async () => {
  const context = await dashboard.createContext();
  const input = { project: { ...project, id: randomUUID() }, prompts, schedule: defaultSchedule };
  const [first, second] = await Promise.all([onboardProject(context, input), onboardProject(context, input)]);
  expect(second).toEqual(first);
  expect(await onboardProject(context, input)).toEqual(first);
  expect(await listProjects(context)).toMatchObject([{ id: first.projectId }]);
  expect(await listRuns(context, first)).toMatchObject([{ id: first.runId, itemCount: 6 }]);
  expect(await listPrompts(context, first)).toHaveLength(2);
});

test.each([
  ['a brand', { project: { ...project, own: { name: ' ' } } }, 'project.own.name'],
  [
    'a competitor',
    { project: { ...project, competitors: [{ name: 'P', domains: ['?'] }] } },
    'project.competitors.0.domains.0',
  ],
  [
    'a competitor with the name of the brand',
    { project: { ...project, competitors: [{ name: 'P' }, { name: 'fjordwing' }] } },
    'project.competitors.1.name',
  ],
  ['a prompt', { prompts: [{ text: 'x'.repeat(10_001) }] }, 'prompts.0'],
  ['the schedule', { schedule: { ...defaultSchedule, engines: [] } }, 'schedule.engines'],
])('reports invalid fields of %s with their path and stores nothing', async (_, overrides, field) => {
  const context = await dashboard.createContext();
  const input = { project, prompts, schedule: defaultSchedule, ...overrides };
  await expect(onboardProject(context, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: expect.arrayContaining([expect.objectContaining({ field })]),
  });
  expect(await listProjects(context)).toEqual([]);
});

test('viewers can neither create a project nor read a website', async () => {
  const operator = await dashboard.createContext();
  const context = {
    ...operator,
    actor: { kind: 'member', userId: operator.organizationId, role: 'viewer' },
  } as const;
  const forbidden = { code: 'INSUFFICIENT_PERMISSIONS' };
  await expect(
    onboardProject(context, { project, prompts, schedule: defaultSchedule }),
  ).rejects.toMatchObject(forbidden);
  await expect(suggestBrand(context, { site: 'fjordwing.example' })).rejects.toMatchObject(forbidden);
});

test('returns the domain and a message for an unreadable site, and rejects an invalid one', async () => {
  const context = await dashboard.createContext();
  const resolve = (_: string, __: object, done: (error: Error | null, addresses: []) => void) =>
    done(new Error('no such name'), []);
  expect(await suggestBrandFromSite('https://www.fjordwing.com/shop', { resolve })).toMatchObject({
    domains: ['fjordwing.com'],
    name: '',
    error: expect.stringContaining('fjordwing.com could not be read'),
  });
  await expect(suggestBrand(context, { site: 'kayaks!' })).rejects.toMatchObject({
    fields: [{ field: 'site' }],
  });
});

test('suggests prompts for every intent, most without a brand', async () => {
  const context = await dashboard.createContext();
  const competitors = ['Paddlemoor', 'Otterline', 'Reedrunner'];
  const drafts = await suggestPrompts(context, { category: 'kayaks', own: 'Fjordwing', competitors });
  expect(new Set(drafts.map(({ intent }) => intent))).toEqual(new Set(intents));
  const branded = drafts.filter(({ text }) =>
    ['Fjordwing', ...competitors].some((name) => text.includes(name)),
  );
  expect(branded.length).toBeLessThan(drafts.length / 2);
  expect(new Set(drafts.map(({ text }) => text)).size).toBe(drafts.length);
  await expect(suggestPrompts(context, { category: ' ', own: 'Fjordwing', competitors })).rejects.toThrow(
    'Enter a product category.',
  );
  // The maximum length of a brand's name.
  const own = 'x'.repeat(100);
  const suggestions = await suggestPrompts(context, { category: 'kayaks', own, competitors });
  expect(suggestions.some(({ text }) => text.includes(own))).toBe(true);
});
