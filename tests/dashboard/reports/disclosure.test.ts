import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#lib/core/permissions';
import { processState } from '#lib/core/process-state';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { addCompetitor } from '#lib/dashboard/brands/edit-brands';
import { readDisclosure } from '#lib/dashboard/disclosure/disclosure';
import { disclosureTables } from '#lib/dashboard/exports/disclosure-tables';
import type { ReportBlock } from '#lib/dashboard/reports/report-blocks';
import { exportDisclosureTable } from '#lib/dashboard/reports/report-disclosure';
import { createReport } from '#lib/dashboard/reports/reports';
import { createOperatorContext } from '#lib/db/context';
import {
  describeFictionalAnswers,
  describePayment,
  describePrecision,
} from '#lib/format/disclosure-sentences';
import { listMethods } from '#lib/format/report-definitions';
import { freezeReport } from '#lib/registry/freeze-report';
import { getReportDisclosure } from '#lib/registry/report-disclosure';
import {
  current,
  filterChoiceArbitrary,
  historyArbitrary,
  previousPeriods,
} from '#tests/dashboard/analytics/support/generated-answers';
import {
  type IngestedProject,
  ingestProject,
  toFilters,
} from '#tests/dashboard/analytics/support/ingest-project';
import { startDashboard } from '#tests/support/dashboard';
import { createShareActor } from '#tests/support/reports';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());
afterEach(() => {
  processState.getKeyOwners = undefined;
});

let ingested: IngestedProject;
/** An operator of the same organization. */
let owner: ReturnType<typeof createOperatorContext>;

beforeAll(async () => {
  const history = fc
    .sample(historyArbitrary, { numRuns: 20, seed: 1 })
    .toSorted((a, b) => b.answers.length - a.answers.length)[0];
  if (!history) throw new Error('There is no history.');
  ingested = await ingestProject(dashboard, { ...history, brands: 'first', compare: 'previous' });
  owner = createOperatorContext(ingested.context, ingested.context.organizationId);
  // Items without a response.
  await dashboard.db.$client.query(
    `INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, status)
     SELECT $1, $2, $3, 'chat', 'US', 99, status FROM unnest(ARRAY['failed', 'not_sent', 'pending']) AS status`,
    [
      owner.organizationId,
      ingested.runIds.get(current.from) ?? [...ingested.runIds.values()][0],
      ingested.promptIds[0],
    ],
  );
});

const periodQuery = `from=${current.from}&to=${current.to}`;
const promptsBlock: ReportBlock = { id: 'prompts', kind: 'prompts', competitorId: null };
const headlineBlock: ReportBlock = { id: 'headline', kind: 'headline', competitorId: null };

async function createTestReport(blocks: ReportBlock[], filters = periodQuery) {
  const { projectId } = ingested;
  const { id: reportId } = await createReport(owner, { projectId, name: 'March', filters, blocks });
  return { projectId, reportId };
}

/** Lists the stored run items of a period with their prompts and answers, as filters select them. */
async function listItems(period: { from: string; to: string }, filters: MetricFilters) {
  const { rows } = await dashboard.db.$client.query<{
    status: string;
    engine: string;
    country: string;
    prompt: string;
    topic: string;
    tags: string[];
    prompt_id: string;
    is_branded: boolean;
    provider: string | null;
    model: string | null;
    result: Record<string, unknown> | null;
  }>(
    `SELECT run_items.status, run_items.engine, run_items.country, run_items.prompt_id, prompts.text AS prompt, prompts.topic,
       prompts.tags, prompts.text ~* 'paddlemoor|twinmark|fjordwing|otterline' AS is_branded, answers.provider, answers.model,
       answers.result
     FROM run_items JOIN runs ON runs.id = run_items.run_id JOIN prompts ON prompts.id = run_items.prompt_id
     LEFT JOIN answers ON answers.id = run_items.id
     WHERE run_items.organization_id = $1
       AND (runs.requested_at AT TIME ZONE 'UTC')::date BETWEEN $2 AND $3`,
    [owner.organizationId, period.from, period.to],
  );
  const matches = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  const branded = new Set(
    rows.flatMap((row) => (row.is_branded && row.result !== null ? [row.prompt_id] : [])),
  );
  return rows.filter(
    (row) =>
      matches(filters.engines, row.engine) &&
      matches(filters.countries, row.country) &&
      matches(filters.promptIds, row.prompt_id) &&
      matches(filters.topics, row.topic) &&
      (filters.tags.length === 0 || row.tags.some((tag) => filters.tags.includes(tag))) &&
      (filters.branded !== 'only' || branded.has(row.prompt_id)),
  );
}

type Item = Awaited<ReturnType<typeof listItems>>[number];

function countOutcomes(items: readonly Item[]) {
  const count = (...statuses: string[]) => items.filter(({ status }) => statuses.includes(status)).length;
  return {
    planned: items.length,
    answered: count('answered'),
    noAnswer: count('no_answer'),
    failed: count('failed'),
    unreadable: count('unreadable'),
    notSent: count('not_sent'),
    open: count('pending', 'sent'),
  };
}

test('counts what was planned, answered and not reported from the stored rows, with any filters', async () => {
  const { context, projectId } = ingested;
  let unanswered = 0;
  await fc.assert(
    fc.asyncProperty(filterChoiceArbitrary, async (choice) => {
      const filters = { ...toFilters(ingested, 'previous', choice), projectId };
      // Which prompts count as branded depends on the answers of both periods.
      if (filters.branded === 'only') return;
      const { headline } = await getOverview(context, filters);
      const disclosure = await readDisclosure(context, { filters, headline, methods: [] });
      const items = await listItems(current, filters);
      const answered = items.filter(({ status }) => status === 'answered');
      unanswered += disclosure.outcomes.failed + disclosure.outcomes.notSent;
      expect(disclosure.outcomes).toEqual(countOutcomes(items));
      expect(disclosure.outcomes.answered).toBe(headline.answers);
      expect(disclosure.previousOutcomes).toEqual(
        countOutcomes(await listItems(previousPeriods.previous, filters)),
      );
      expect(disclosure.fictional).toBe(answered.filter(({ provider }) => provider === 'sandbox').length);
      expect(disclosure.promptTypes.reduce((sum, { prompts }) => sum + prompts, 0)).toBe(
        new Set(items.map(({ prompt_id }) => prompt_id)).size,
      );
      expect(
        disclosure.prompts?.map((prompt) => [prompt.text, prompt.topic, prompt.isBranded, prompt.answers]),
      ).toEqual(
        [...Map.groupBy(items, ({ prompt }) => prompt)]
          .map(([prompt, asked]) => [
            prompt,
            asked[0]?.topic,
            asked[0]?.is_branded,
            asked.filter(({ status }) => status === 'answered').length,
          ])
          .sort(
            (a, b) => String(a[1]).localeCompare(String(b[1])) || String(a[0]).localeCompare(String(b[0])),
          ),
      );
      for (const engine of disclosure.engines) {
        const ofEngine = items.filter((item) => item.engine === engine.engine);
        const answers = ofEngine.filter(({ status }) => status === 'answered');
        expect(engine).toMatchObject(countOutcomes(ofEngine));
        const countWithout = (key: string) => answers.filter(({ result }) => !(key in (result ?? {}))).length;
        const find = (value: string) =>
          engine.missing.find((missing) => missing.value === value)?.answers ?? 0;
        expect(find('citations')).toBe(countWithout('citationPills'));
        expect(find('search queries')).toBe(countWithout('searchQueries'));
        expect(find('model')).toBe(answers.filter(({ model }) => model === null).length);
        expect(Object.fromEntries(engine.models.map(({ model, answers: count }) => [model, count]))).toEqual(
          Object.fromEntries(
            [...Map.groupBy(answers, ({ model }) => model)].flatMap(([model, group]) =>
              model === null ? [] : [[model, group.length]],
            ),
          ),
        );
      }
      expect(disclosure.engines.map(({ engine }) => engine).toSorted()).toEqual(
        [...new Set(items.map(({ engine }) => engine))].sort(),
      );
      expect(disclosure.places.reduce((sum, { answers }) => sum + answers, 0)).toBe(answered.length);
      expect(disclosure.headline).toMatchObject({
        numerator: headline.visibility.numerator,
        answers: headline.visibility.denominator,
      });
    }),
    { numRuns: 30, seed: 2 },
  );
  expect(unanswered).toBeGreaterThan(0);
});

test('a viewer learns the prompts only from a report that lists them, and their topics only with downloads', async () => {
  const withPrompts = await createTestReport([promptsBlock]);
  const without = await createTestReport([headlineBlock]);
  const whole = await getReportDisclosure(owner, without);
  const viewer = (reportId: string, allowsDownloads: boolean): Actor => ({
    ...createShareActor(reportId),
    allowsDownloads,
  });
  const readAs = (key: typeof without, allowsDownloads: boolean) =>
    getReportDisclosure({ ...owner, actor: viewer(key.reportId, allowsDownloads) }, key);
  expect(whole?.payment.organization).toEqual(expect.any(String));
  expect(whole?.promptTypes.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['alpha', 'beta']));
  for (const allowsDownloads of [false, true]) {
    const hidden = await readAs(without, allowsDownloads);
    expect(hidden).toMatchObject({ prompts: null, payment: { organization: null } });
    expect(hidden?.promptTypes).toEqual([
      expect.objectContaining({ topic: null, prompts: whole?.prompts?.length }),
    ]);
    expect(hidden?.engines.flatMap(({ access }) => access.map(({ provider }) => provider))).toEqual(
      hidden?.engines.flatMap(({ access }) => access.map(() => null)),
    );
    const json = JSON.stringify(hidden);
    for (const word of ['alpha', 'beta', 'Cheap kayaks', String(whole?.payment.organization)]) {
      expect(json).not.toContain(word);
    }
    const shown = await readAs(withPrompts, allowsDownloads);
    expect(shown?.prompts?.map((prompt) => prompt.text)).toEqual(
      whole?.prompts?.map((prompt) => prompt.text),
    );
    expect(JSON.stringify(shown).includes('alpha')).toBe(allowsDownloads);
  }
  const exportAs = (key: typeof without, actor: Actor, table = 'disclosure-prompts') =>
    exportDisclosureTable({ ...owner, actor }, { ...key, table, format: 'csv', query: '' }, listMethods);
  await expect(exportAs(without, viewer(without.reportId, true))).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  await expect(exportAs(without, viewer(without.reportId, false))).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  expect(await text((await exportAs(without, owner.actor)).body)).toContain('Cheap kayaks');
  await expect(readAs({ ...without, reportId: withPrompts.reportId }, true)).resolves.not.toBe(null);
  await expect(
    getReportDisclosure({ ...owner, actor: viewer(without.reportId, true) }, withPrompts),
  ).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});

test('every table of the disclosure has the same rows in each format', async () => {
  const key = await createTestReport([headlineBlock]);
  const disclosure = await getReportDisclosure(owner, key);
  for (const table of disclosureTables.keys()) {
    const read = async (format: string) => {
      const file = await exportDisclosureTable(owner, { ...key, table, format, query: '' }, listMethods);
      return { name: file.name, body: await text(file.body) };
    };
    const json = await read('json');
    expect(json.name).toBe(`March ${table} ${current.from} to ${current.to}.json`);
    const rows: Record<string, unknown>[] = JSON.parse(json.body);
    expect(rows.length > 0 || table === 'disclosure-changes', table).toBe(true);
    expect((await read('csv')).body.split('\r\n').length, table).toBeGreaterThan(rows.length);
    expect((await read('xlsx')).body.startsWith('PK'), table).toBe(true);
  }
  expect(disclosure?.methods.map(({ metric }) => metric)).toContain('Trigger rate');
});

test('a frozen report keeps its disclosure, and one that an earlier version froze has none', async () => {
  const key = await createTestReport([promptsBlock]);
  const live = await getReportDisclosure(owner, key);
  await freezeReport(owner, key);
  expect(await getReportDisclosure(owner, key)).toEqual(live);
  await addCompetitor(owner, { projectId: key.projectId, name: 'Seagrass', domains: [], aliases: [] });
  expect(await getReportDisclosure(owner, key)).toEqual(live);
  const viewer = { ...owner, actor: createShareActor(key.reportId) };
  expect((await getReportDisclosure(viewer, key))?.payment.organization).toBe(null);
  await dashboard.db.$client.query(
    `UPDATE reports SET frozen_data = frozen_data - 'disclosure' WHERE id = $1`,
    [key.reportId],
  );
  expect(await getReportDisclosure(owner, key)).toBe(null);
  await expect(
    exportDisclosureTable(
      owner,
      { ...key, table: 'disclosure-engines', format: 'csv', query: '' },
      listMethods,
    ),
  ).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});

test('lists what changed in the panel, without the brands of days that viewers do not see', async () => {
  const { db } = dashboard;
  const before = previousPeriods.previous.from;
  await db.$client.query(
    `INSERT INTO annotations (organization_id, project_id, day, kind, text, created_at)
     SELECT $1, $2, day::date, 'brands', text, day::timestamptz + interval '12 hours'
     FROM (VALUES ($3, 'Secretwave is no longer tracked'), ($4, 'Paddlemoor: aliases changed')) changed (day, text)`,
    [owner.organizationId, ingested.projectId, before, current.from],
  );
  const key = await createTestReport([headlineBlock]);
  const changes = (await getReportDisclosure(owner, key))?.changes.filter(({ kind }) => kind === 'brands');
  expect(changes).toEqual([
    { kind: 'brands', day: before, change: 'Secretwave is no longer tracked' },
    { kind: 'brands', day: current.from, change: 'Paddlemoor: aliases changed' },
  ]);
  const viewer = { ...owner, actor: createShareActor(key.reportId) };
  const shown = JSON.stringify((await getReportDisclosure(viewer, key))?.changes);
  expect(shown).not.toContain('Secretwave');
  expect(shown).toContain('Paddlemoor: aliases changed');
  expect(
    (await getReportDisclosure(owner, { ...key, filters: 'engine=chat' }))?.engines.map(
      ({ engine }) => engine,
    ),
  ).toEqual(['chat']);
});

test('says who paid, as far as it is known, what is fictional, and how exact the headline is', async () => {
  processState.getKeyOwners = async (organizationId) =>
    organizationId === owner.organizationId ? { chat: 'organization', gen: 'instance' } : {};
  const stored = await getReportDisclosure(owner, await createTestReport([headlineBlock]));
  if (!stored) throw new Error('There is no disclosure.');
  const disclosure = {
    ...stored,
    engines: stored.engines.map((engine) => ({
      ...engine,
      access: [{ provider: 'OpenAI', kind: 'api' as const, answers: engine.answered }],
    })),
  };
  expect(disclosure.payment).toMatchObject({ ownKeys: ['chat'], instanceKeys: ['gen'] });
  const organization = disclosure.payment.organization;
  const paid = describePayment(disclosure);
  expect(paid).toContain(`ChatGPT is asked with provider keys of ${organization}, which pays the provider.`);
  expect(paid).toContain(`Gemini is asked with provider keys of the operator of Answerscope`);
  expect(paid).toContain('No brand paid to appear here');
  expect(
    describePayment({ ...disclosure, payment: { organization: null, ownKeys: [], instanceKeys: [] } }),
  ).toContain('the organization that made this report');
  expect(describeFictionalAnswers({ ...disclosure, fictional: 0 })).toBe(null);
  expect(describeFictionalAnswers({ ...disclosure, fictional: disclosure.outcomes.answered })).toMatch(
    /^All [\d,]+ answers are fictional/,
  );
  const { headline } = disclosure;
  expect(describePrecision(disclosure)).toContain('95% confidence interval');
  expect(describePrecision({ ...disclosure, headline: { ...headline, repeat: { within: 0.042 } } })).toMatch(
    /If the run were repeated now, the headline would differ by at most ±4\.2 points in 95 of 100 cases\.$/,
  );
});

test('a report without a comparison has no previous outcomes', async () => {
  const key = await createTestReport([headlineBlock], `${periodQuery}&compare=none`);
  expect(await getReportDisclosure(owner, key)).toMatchObject({ comparedWith: null, previousOutcomes: null });
});
