import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, listDays } from '#lib/core/time';
import { type AlertEvent, getAlertEvent, listAlertEvents } from '#lib/dashboard/alerts/alert-events';
import { createAlert, listAlerts } from '#lib/dashboard/alerts/alerts';
import type { AlertCondition } from '#lib/dashboard/alerts/conditions/condition';
import { evaluateAlerts, evaluateAlertsJob } from '#lib/dashboard/alerts/evaluate-alerts';
import { createChannel } from '#lib/dashboard/alerts/messages/channels';
import { sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { previewAlert } from '#lib/dashboard/alerts/preview-alert';
import { addCompetitor } from '#lib/dashboard/brands/edit-brands';
import type { Project } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import { createJobQueues } from '#lib/queue/job-runner';
import { startDashboard, type TestDashboard } from '#tests/support/dashboard';
import { createEmail } from '#tests/support/owners';
import { type Change, changedOn, createAnsweredProject, firstDay, lastDay } from './create-answered-project';

let dashboard: TestDashboard;
const clock = { day: changedOn, now: () => new Date(`${clock.day}T03:00:00Z`) };
const signal = new AbortController().signal;

beforeAll(async () => {
  dashboard = await startDashboard();
  await createJobQueues(dashboard.databaseUrl, [evaluateAlertsJob, sendAlertMessagesJob]);
});
afterAll(() => dashboard.stop());

async function createScenario(change: Change): Promise<{ context: Context; project: Project }> {
  clock.day = changedOn;
  // Otherwise, alerts of other tests would be evaluated too.
  await dashboard.db.$client.query('DELETE FROM alerts');
  const context = await dashboard.createContext(clock);
  return { context, project: await createAnsweredProject(context, dashboard.db, change) };
}

/**
 * Creates an alert and evaluates it every `everyDays` days, from the day of the change to the day after `last`. Each
 * evaluation also evaluates the days skipped before it. @returns the alert's events, oldest first
 */
async function evaluateOverTime(
  context: Context,
  project: Project,
  condition: AlertCondition,
  { last = lastDay, everyDays = 1 } = {},
) {
  clock.day = changedOn;
  const projectId = project.id;
  const { id } = await createAlert(context, { projectId, condition });
  for (const [index, day] of listDays(changedOn, addDays(last, 1)).entries()) {
    if (index % everyDays > 0) continue;
    clock.day = day;
    await evaluateAlerts({ db: dashboard.db, clock }, signal);
  }
  const events = (await listAlertEvents(context, { projectId })).filter(({ alertId }) => alertId === id);
  return events.toReversed();
}

const countNotices = async ({ organizationId }: Context) => {
  const { rows } = await dashboard.db.$client.query<{ notices: unknown[] }>(
    'SELECT notices FROM alert_messages WHERE organization_id = $1',
    [organizationId],
  );
  return rows.flatMap(({ notices }) => notices).length;
};

const conditions = {
  metric: { kind: 'metric', metric: 'visibility', minChange: 5, direction: 'either' },
  shareOfVoice: { kind: 'metric', metric: 'shareOfVoice', minChange: 5, direction: 'up' },
  citationRate: { kind: 'metric', metric: 'citationRate', minChange: 5, direction: 'down' },
  position: { kind: 'metric', metric: 'position', minChange: 0.5, direction: 'down' },
  sentiment: { kind: 'metric', metric: 'sentiment', minChange: 20, direction: 'down' },
  overtaken: { kind: 'overtaken', competitorId: null },
  page: { kind: 'page-lost' },
  domain: { kind: 'new-domain', top: 5 },
  model: { kind: 'model-changed' },
} as const satisfies Record<string, AlertCondition>;

describe('an alert is raised once, by the change that its condition describes', () => {
  test.each<[keyof typeof conditions, Change, RegExp]>([
    [
      'metric',
      { ownShare: 0.7 },
      /^Visibility of Fjordwing has risen from 39\.8% to \d+\.\d% in the last 7 days, compared with the \d+ weeks before \(\+\d+\.\d points, most likely /,
    ],
    ['shareOfVoice', { ownShare: 0.9, competitorShare: 0.05 }, /^Share of voice of Fjordwing has risen/],
    ['citationRate', { losesPage: true }, /^Citation rate of Fjordwing has fallen/],
    [
      'position',
      { ownRank: 3.5 },
      /^Position of Fjordwing has changed from 1\.\d to \d\.\d (on the last day|in the last 3 days), compared with the same weekdays? of the four weeks before /,
    ],
    [
      'sentiment',
      { positiveShare: 0.1 },
      /^Sentiment of Fjordwing has fallen from \+\d+\.\d to −\d+\.\d (on the last day|in the last 3 days), /,
    ],
    ['overtaken', { competitorShare: 0.85 }, /^Paddlemoor has overtaken Fjordwing in visibility/],
    ['page', { losesPage: true }, /^No answer has cited fjordwing\.example\/guide since 21 Jun 2026/],
    [
      'domain',
      { newDomain: 'blog.example' },
      /^blog\.example is now number 4 among the most cited domains .* compared with 0\.0% from \d+ \w+ 2026 until the change/,
    ],
    ['model', { model: 'kayak-2' }, /switched from kayak-1 to kayak-2/],
  ])('%s', async (name, cause, summary) => {
    const { context, project } = await createScenario(cause);
    await createChannel(context, {
      projectId: project.id,
      kind: 'email',
      target: createEmail(),
    });
    const events = await evaluateOverTime(context, project, conditions[name]);
    const raised = events.filter(({ kind }) => kind === 'raised');
    expect(raised.map(({ evidence }) => evidence.summary)).toEqual([expect.stringMatching(summary)]);
    const [before] = raised[0]?.evidence.details ?? [];
    if (name === 'shareOfVoice' || name === 'position') expect(before?.value).toMatch(/ mentions from /);
    expect(await countNotices(context)).toBe(1);
    if (raised[0]?.evidence.numbers) await expectCrossing(context, project.id, raised[0]);
  });
});

/**
 * Expects that in the chart of a raised alert, the average is beyond the boundary on the last two days, but not on the
 * first; the chart of a metric has no boundary.
 */
async function expectCrossing(context: Context, projectId: string, { id, evidence }: AlertEvent) {
  expect(evidence).not.toHaveProperty('chart');
  const stored = await getAlertEvent(context, { projectId, eventId: id });
  const { chart, numbers } = stored?.evidence ?? {};
  if (!chart || !numbers) throw new Error('The alert has no chart.');
  const { averages, boundaries, values, answers } = chart;
  const sign = Math.sign(numbers.difference);
  const crossings = averages.map((average, index) => {
    const boundary = boundaries[index] ?? null;
    return average !== null && boundary !== null && sign * (average - boundary) >= 0;
  });
  const hasBoundary = boundaries.some((boundary) => boundary !== null);
  expect(hasBoundary).toBe(evidence.view.page !== 'overview');
  if (hasBoundary) expect(crossings.slice(-2)).toEqual([true, true]);
  expect(crossings[0]).toBe(false);
  expect([values.length, answers.length]).toEqual([averages.length, averages.length]);
  expect(averages.at(-1)).toBeCloseTo(numbers.after, 4);
  expect(averages[0]).toBeCloseTo(numbers.before, 4);
  const other = await dashboard.createContext(clock);
  expect(await getAlertEvent(other, { projectId, eventId: id })).toBeUndefined();
}

test.each<[keyof typeof conditions, Change]>([
  ['position', { ownRank: 3.5 }],
  ['sentiment', { positiveShare: 0.1 }],
])('an alert about %s is cleared after the change is over, and not raised again', async (name, change) => {
  const { context, project } = await createScenario({ ...change, endsOn: lastDay });
  const events = await evaluateOverTime(context, project, conditions[name], {
    last: addDays(lastDay, 28),
    everyDays: 7,
  });
  expect(events.map(({ kind }) => kind)).toEqual(['raised', 'cleared']);
  expect(events[1]?.occurredAt.getTime()).toBeGreaterThan(Date.parse(lastDay));
});

test('reports pages lost at the same time one after the other, each once, the most cited first', async () => {
  const { context, project } = await createScenario({ losesPage: true, endsOn: lastDay });
  // The second page is cited only from Sunday to Wednesday, so less often than the first one.
  await dashboard.db.$client.query(
    `INSERT INTO answer_sources
       (organization_id, requested_at, answer_id, position, url, normalized_url, domain, label, citations)
     SELECT organization_id, requested_at, answer_id, 2, 'https://fjordwing.example/repairs',
       'fjordwing.example/repairs', domain, 'Repairs', 1
     FROM answer_sources
     WHERE organization_id = $1 AND requested_at < $2 AND extract(dow FROM requested_at) < 4`,
    [context.organizationId, changedOn],
  );
  const events = await evaluateOverTime(context, project, conditions.page, { last: addDays(lastDay, 28) });
  expect(events.map(({ kind, evidence }) => [kind, evidence.details[0]?.value])).toEqual([
    ['raised', 'fjordwing.example/guide'],
    ['cleared', undefined],
    ['raised', 'fjordwing.example/repairs'],
  ]);
  const expected = events.map(
    ({ evidence }) => evidence.details.find(({ label }) => label === 'Expected citations')?.value,
  );
  expect(expected).toEqual([
    expect.stringMatching(/^\d+\.\d at the earlier rate$/),
    undefined,
    expect.stringMatching(
      /^\d+\.\d at the earlier rate, which count as \d+\.\d independent ones, because citations of this page cluster/,
    ),
  ]);
});

test('a preview shows no alert without a change, except rarely of the fast tier', async () => {
  const { context, project } = await createScenario({});
  clock.day = addDays(lastDay, 1);
  let fastRaised = 0;
  for (const condition of Object.values(conditions)) {
    const preview = await previewAlert(context, { projectId: project.id, condition });
    expect(preview.unknownReason).toBe(null);
    const isFast = condition.kind === 'metric' && condition.direction !== 'either';
    if (isFast) fastRaised += preview.raised ?? 0;
    else expect(preview.raised, condition.kind).toBe(0);
  }
  // Four alerts belong to the fast tier. With a short history and 24 answers a day, each is raised up to about once a quarter.
  expect(fastRaised).toBeLessThanOrEqual(4);
});

/** Moves the brand’s page to a host and gives the brand another domain. */
async function moveOwnPage(
  { organizationId }: Context,
  { host, site, owned }: Record<'host' | 'site' | 'owned', string>,
) {
  await dashboard.db.$client.query(
    'UPDATE answer_sources SET normalized_url = $2, url = $3, domain = $4 WHERE organization_id = $1',
    [organizationId, `${host}/guide`, `https://${host}/guide`, site],
  );
  await dashboard.db.$client.query(
    'UPDATE brands SET domains = ARRAY[$2] WHERE organization_id = $1 AND role = $3',
    [organizationId, owned, 'own'],
  );
}

test.each([
  [
    'a part of a domain',
    { host: 'docs.fjord.example', site: 'docs.fjord.example', owned: 'docs.fjord.example' },
    1,
  ],
  ['a platform', { host: 'fjord.boats.example', site: 'fjord.boats.example', owned: 'boats.example' }, 1],
  [
    'another part of the domain',
    { host: 'a.fjord.example', site: 'fjord.example', owned: 'docs.fjord.example' },
    0,
  ],
])('an alert about lost pages watches the pages of a brand that owns %s', async (_, page, raised) => {
  const { context, project } = await createScenario({ losesPage: true });
  await moveOwnPage(context, page);
  const events = await evaluateOverTime(context, project, conditions.page);
  expect(events.map(({ kind, evidence }) => [kind, evidence.details[0]?.value])).toEqual(
    Array.from({ length: raised }, () => ['raised', `${page.host}/guide`]),
  );
});

test('an alert about lost pages waits while a rescoring renames pages', async () => {
  const { context, project } = await createScenario({ losesPage: true });
  await addCompetitor(context, { projectId: project.id, name: 'Otter Kayak', domains: ['otter.example'] });
  expect(await evaluateOverTime(context, project, conditions.page)).toEqual([]);
});

test('an alert about new domains says that there are too few answers to evaluate it', async () => {
  const { context, project } = await createScenario({});
  clock.day = addDays(firstDay, 5);
  const preview = await previewAlert(context, {
    projectId: project.id,
    condition: conditions.domain,
  });
  expect(preview).toMatchObject({
    raised: 0,
    unknownReason: expect.stringMatching(/^Not enough answers yet/),
  });
});

test('an alert about sentiment says that it cannot be evaluated without a language model', async () => {
  const { context, project } = await createScenario({ positiveShare: 0.1 });
  const projectId = project.id;
  await dashboard.db.$client.query(
    'UPDATE projects SET sentiment_classifier = NULL WHERE organization_id = $1',
    [context.organizationId],
  );
  const events = await evaluateOverTime(context, project, conditions.sentiment, { everyDays: 7 });
  expect(events).toEqual([]);
  const reason =
    'Cannot be evaluated: Sentiment needs a language model: set one under API & webhooks → Providers.';
  const [alert] = await listAlerts(context, { projectId });
  expect(alert).toMatchObject({ state: 'cleared', unknownReason: reason });
  const preview = await previewAlert(context, { projectId, condition: conditions.sentiment });
  expect(preview).toMatchObject({ raised: 0, unknownReason: reason, sensitivity: null });
});

test('a preview says when the alert would have been raised', async () => {
  const { context, project } = await createScenario({ ownShare: 0.7 });
  clock.day = addDays(lastDay, 1);
  const preview = await previewAlert(context, {
    projectId: project.id,
    condition: conditions.metric,
  });
  expect(preview).toMatchObject({ raised: 1, title: 'Visibility of Fjordwing changes by at least 5 points' });
  expect(preview.events[0]?.day && preview.events[0].day > changedOn).toBe(true);
  expect(preview.sensitivity).toMatch(
    /^Tried 4 times on this project’s own answers, a change of 15\.0 points is found after \d+/,
  );
});

test('names the model that changed at the same time', async () => {
  const { context, project } = await createScenario({ ownShare: 0.7, model: 'kayak-2' });
  const [raised] = await evaluateOverTime(context, project, conditions.metric);
  expect(raised?.kind).toBe('raised');
  expect(raised?.evidence.details).toContainEqual({
    label: 'Model change',
    value: expect.stringMatching(/ on 22 Jun 2026$/),
  });
});

test('a fast alert finds a fall within days, and watches only its direction and scope', async () => {
  const { context, project } = await createScenario({ ownShare: 0.1 });
  const fast = { kind: 'metric', metric: 'visibility', minChange: 5, tier: 'fast' } as const;
  const [raised] = await evaluateOverTime(context, project, { ...fast, direction: 'down' });
  expect(raised?.occurredAt.getTime()).toBeLessThan(Date.parse(addDays(changedOn, 5)));
  expect(await evaluateOverTime(context, project, { ...fast, direction: 'up' })).toEqual([]);
  await expect(
    createAlert(context, { projectId: project.id, condition: { ...fast, direction: 'either' } }),
  ).rejects.toMatchObject({ fields: [{ field: 'condition.direction' }] });
  const preview = (query: string) =>
    previewAlert(context, { projectId: project.id, condition: { ...fast, direction: 'down' }, query });
  clock.day = addDays(lastDay, 1);
  expect(await preview('engine=chat')).toMatchObject({ raised: 1 });
  expect(await preview('engine=search')).toMatchObject({ raised: 0 });
});

test('an alert of an earlier release starts anew in the tier of its direction, with one message about it', async () => {
  const { context, project } = await createScenario({});
  const projectId = project.id;
  await createChannel(context, { projectId, kind: 'email', target: createEmail() });
  const { id } = await createAlert(context, { projectId, condition: conditions.citationRate });
  const { tier: _, ...stored } = { ...conditions.citationRate, tier: undefined };
  await dashboard.db.$client.query(
    `UPDATE alerts SET condition = $2, state = 'alerting', evaluated_day = $3 WHERE id = $1`,
    [id, stored, addDays(changedOn, -2)],
  );
  const evaluate = () => evaluateAlerts({ db: dashboard.db, clock }, signal);
  await evaluate();
  const [alert] = await listAlerts(context, { projectId });
  expect(alert).toMatchObject({ state: 'cleared', condition: { ...stored, tier: 'fast' } });
  const events = await listAlertEvents(context, { projectId });
  expect(events.map(({ kind, evidence }) => [kind, evidence.summary])).toEqual([
    ['cleared', expect.stringMatching(/^This alert works differently since an update\. It watches one dir/)],
  ]);
  expect(await countNotices(context)).toBe(1);
  clock.day = addDays(changedOn, 1);
  await evaluate();
  expect(await countNotices(context)).toBe(1);
});

test('skipped days are evaluated later, and several workers raise the alert only once', async () => {
  const { context, project } = await createScenario({ ownShare: 0.7 });
  const projectId = project.id;
  await createChannel(context, { projectId, kind: 'email', target: createEmail() });
  await createAlert(context, { projectId, condition: conditions.metric });
  const evaluate = () => evaluateAlerts({ db: dashboard.db, clock }, signal);
  await evaluate();
  clock.day = addDays(changedOn, 14);
  const raised = await Promise.all([evaluate(), evaluate(), evaluate()]);
  expect(raised.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await countNotices(context)).toBe(1);
  const [alert] = await listAlerts(context, { projectId });
  expect(alert).toMatchObject({
    state: 'alerting',
    evaluatedDay: addDays(changedOn, 13),
    unknownReason: null,
  });
  expect(await evaluate()).toBe(0);
});
