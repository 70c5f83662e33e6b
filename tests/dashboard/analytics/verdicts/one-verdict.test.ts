import { expect, test } from 'vitest';
import { z } from 'zod';
import { sourcesQuerySchema, summaryQuerySchema } from '#lib/contract/metrics/queries';
import type { ApiChange } from '#lib/contract/tables/metric-schemas';
import type { Verdict } from '#lib/core/metric';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getTopicBreakdown } from '#lib/dashboard/analytics/overview/topic-breakdown';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { getBreakdown } from '#lib/dashboard/metrics-api/breakdown';
import { getSourcesPage } from '#lib/dashboard/metrics-api/sources';
import { getSummary } from '#lib/dashboard/metrics-api/summary';
import type { Context } from '#lib/db/context';
import { comparePeriodsTool } from '#lib/mcp/metric-tools';
import { type ShownChange, VerdictCollection } from '#tests/dashboard/analytics/support/collect-verdicts';
import {
  buildFilters,
  createProjectWithObservations,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  brandIds,
  countries,
  dayCount,
  engines,
  type Observation,
  ownBrandId,
  periodDays,
  prompts,
} from '#tests/dashboard/analytics/support/observations';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 4 });

const projectCount = 20;
/** On a slow machine, fewer projects are opened, but at least two. */
const maxMs = 45_000;

/** Observations in which the first brand gains on one engine, some segments are new, and some are sampled twice. */
function observe(random: () => number): Observation[] {
  const effect = random() < 0.3 ? 0 : random() * 0.6;
  const levels = prompts.map(() => random() * 0.6);
  const observations: Observation[] = [];
  for (const prompt of prompts.keys())
    for (const engine of engines)
      for (const country of countries) {
        const firstAnswered = random() < 0.2 ? periodDays : 0;
        const samples = random() < 0.3 ? 2 : 1;
        for (let day = firstAnswered; day < dayCount; day += 1)
          for (let sample = 0; sample < samples; sample += 1) {
            if (random() < 0.1) continue;
            const gain = engine === 'chat' && day >= periodDays ? effect : 0;
            const own = random() < (levels[prompt] ?? 0) + gain;
            const rival = random() < 0.5;
            observations.push({
              day,
              prompt,
              engine,
              country,
              status: random() < 0.05 ? 'no_answer' : 'answered',
              ranks: [own ? (rival ? 2 : 1) : null, rival ? 1 : null, random() < 0.1 ? 3 : null],
              sources: [
                { domain: 'own.example', citations: own ? 1 : 0 },
                ...(rival ? [{ domain: 'rival.example', citations: 1 }] : []),
                ...(random() < 0.4 ? [{ domain: 'news.example', citations: 2 }] : []),
              ],
            });
          }
      }
  return observations;
}

/** Ten filters, most of which select sets that other filters and rows select as well. */
function listFilters(projectId: string): MetricFilters[] {
  const [first, second] = prompts;
  const overrides: Partial<MetricFilters>[] = [
    {},
    { engines: ['chat'] },
    { engines: ['chat'], countries: ['US'] },
    { topics: ['alpha'], branded: 'with' },
    { tags: ['even'] },
    { tags: ['all'] },
    { promptIds: [first?.id ?? ''] },
    { promptIds: [first?.id ?? '', second?.id ?? ''], countries: ['JP'] },
    { branded: 'only' },
    { topics: ['unused'], brandId: brandIds[1] ?? null },
  ];
  return overrides.map((override) => buildFilters(projectId, override));
}

interface SetKeys {
  engine?: string;
  country?: string;
  promptId?: string;
  topic?: string;
  tag?: string;
}

/** Lists the segments of a row of a page on which a metric of a brand has answers in one of the periods. */
function listSegments(
  observations: readonly Observation[],
  filters: MetricFilters,
  { keys, metric, brand }: { keys: SetKeys; metric: string; brand: number },
): string[] {
  const isChosen = (values: readonly string[], value: string | undefined) =>
    values.length === 0 || values.includes(value ?? '');
  const isKey = (key: string | undefined, value: string | undefined) => key === undefined || key === value;
  const matching = observations.filter(({ status, prompt, engine, country, ranks }) => {
    const { id, topic, tags = [], isBranded } = prompts[prompt] ?? {};
    return (
      status === 'answered' &&
      isChosen(filters.engines, engine) &&
      isChosen(filters.countries, country) &&
      isChosen(filters.topics, topic) &&
      isChosen(filters.promptIds, id) &&
      (filters.tags.length === 0 || tags.some((tag) => filters.tags.includes(tag))) &&
      (filters.branded !== 'only' || isBranded === true) &&
      isKey(keys.engine, engine) &&
      isKey(keys.country, country) &&
      isKey(keys.promptId, id) &&
      isKey(keys.topic, topic) &&
      (keys.tag === undefined || tags.includes(keys.tag)) &&
      (metric !== 'position' || (ranks[brand] ?? null) !== null) &&
      (metric !== 'shareOfVoice' || filters.branded !== 'without' || isBranded !== true)
    );
  });
  return [...new Set(matching.map(({ prompt, engine, country }) => `${prompt} ${engine} ${country}`))];
}

const verdictSchema = z.enum(['up', 'down', 'no clear change', 'too early', 'not comparable']);

const rowMetrics = ['visibility', 'shareOfVoice', 'position', 'citationRate'] as const;
const brandMetrics = [...rowMetrics, 'firstPlace', 'citationShare', 'sentiment'] as const;

type ShownRow = Partial<Record<(typeof brandMetrics)[number], { change: ShownChange | null }>>;

interface Surface {
  verdicts: VerdictCollection;
  context: Context;
  filters: MetricFilters;
  observations: readonly Observation[];
}

/** Adds the changes of a row. */
function addRow(
  { verdicts, filters, observations }: Surface,
  where: string,
  { keys = {}, brandId = filters.brandId ?? ownBrandId }: { keys?: SetKeys; brandId?: string },
  shown: ShownRow,
): void {
  const ids: readonly string[] = brandIds;
  const brand = ids.indexOf(brandId);
  for (const metric of brandMetrics) {
    const change = shown[metric]?.change;
    if (!change) continue;
    const segments = listSegments(observations, filters, { keys, metric, brand });
    const isOther = metric === 'shareOfVoice' && filters.branded !== 'without';
    const subject = { metric: isOther ? 'shareOfVoiceWithBranded' : metric, brand: `${brand}`, segments };
    verdicts.add(where, subject, change, where === 'tool' ? toolTolerance : undefined);
  }
}

async function addPages(surface: Surface): Promise<void> {
  const { context, filters } = surface;
  const overview = await getOverview(context, filters);
  addRow(surface, 'headline', {}, overview.headline);
  for (const { engine, ...row } of overview.byEngine) addRow(surface, 'engines', { keys: { engine } }, row);
  for (const { country, ...row } of overview.byCountry)
    addRow(surface, 'countries', { keys: { country } }, row);
  for (const { engine, country, ...row } of overview.byEngineAndCountry)
    addRow(surface, 'engines and countries', { keys: { engine, country } }, row);
  const [competitors, breakdown, topics, tags] = await Promise.all([
    getCompetitors(context, filters),
    getPromptBreakdown(context, filters),
    getTopicBreakdown(context, filters, 'topic'),
    getTopicBreakdown(context, filters, 'tag'),
  ]);
  for (const { brand, ...row } of [...overview.brandMetrics, ...competitors.brandMetrics])
    addRow(surface, 'brands', { brandId: brand.id }, row);
  for (const [promptId, row] of breakdown) addRow(surface, 'prompts', { keys: { promptId } }, row);
  for (const [topic, row] of topics) addRow(surface, 'topics', { keys: { topic } }, row);
  for (const [tag, row] of tags) addRow(surface, 'tags', { keys: { tag } }, row);
}

/** Adds the changes of domains, which are judged together with the other domains of the same answers. */
async function addSources({ verdicts, context, filters, observations }: Surface): Promise<void> {
  const segments = listSegments(observations, filters, { keys: {}, metric: 'visibility', brand: 0 });
  const add = (where: string, domain: string, metric: string, change: ShownChange | null | undefined) =>
    verdicts.add(where, { metric, brand: domain, segments }, change ?? null);
  const { sources } = await getSources(context, filters);
  await Promise.all(
    sources.map(async ({ domain, citationShare }) => {
      add('sources', domain, 'citationShare', citationShare.change);
      const data = await getDomain(context, filters, { domain });
      add('domain', domain, 'citationShare', data?.citationShare.change);
      add('domain', domain, 'citationRate', data?.citationRate.change);
    }),
  );
  const query = sourcesQuerySchema.parse(toQuery(filters));
  for (const { domain, ...row } of (await getSourcesPage(context, query)).data)
    add('API sources', String(domain), 'citationShare', toShown(row).citationShare?.change);
}

/** The tables of files by their name, with the key of their rows. */
const tables = { 'by-engine': 'engine', 'by-country': 'country', brands: 'brand' } as const;
const fileNames = ['by-engine', 'by-country', 'brands'] as const;
const dimensions = ['engine', 'country', 'prompt', 'topic', 'tag'] as const;

async function addFiles(surface: Surface, name: keyof typeof tables): Promise<void> {
  const { context, filters, verdicts, observations } = surface;
  for await (const row of (await exportedTables.get(name)?.rows(context, filters, {})) ?? []) {
    const key = String(row[tables[name]]);
    const brandId = name === 'brands' ? brandIds[Number(key.at(-1))] : undefined;
    const brand = brandIds.findIndex((id) => id === (brandId ?? filters.brandId ?? ownBrandId));
    const verdict = row.visibility_verdict;
    if (typeof verdict !== 'string') continue;
    const keys = name === 'brands' ? {} : { [tables[name]]: key };
    const segments = listSegments(observations, filters, { keys, metric: 'visibility', brand });
    const change = { verdict: verdictSchema.parse(verdict) };
    verdicts.add(`file ${name}`, { metric: 'visibility', brand: `${brand}`, segments }, change);
  }
}

/** Returns the query of the API that selects the same answers. */
function toQuery({ projectId, from, to, brandId, branded, ...filters }: MetricFilters) {
  return summaryQuerySchema.parse({
    project: projectId,
    from,
    to,
    engine: filters.engines,
    country: filters.countries,
    topic: filters.topics,
    tag: filters.tags,
    prompt: filters.promptIds,
    ...(brandId && { brand: brandId }),
    branded,
  });
}

/** Reads the API, whose verdicts have other words: `result` says the same. */
async function addApi(surface: Surface, by: (typeof dimensions)[number]): Promise<void> {
  const { context, filters } = surface;
  const query = toQuery(filters);
  for (const { brandId: id, ...row } of (await getSummary(context, query)).data)
    addRow(surface, 'API summary', { brandId: String(id) }, toShown(row));
  for (const { key, ...row } of (await getBreakdown(context, { ...query, by })).data)
    addRow(surface, `API ${by}`, { keys: { [by === 'prompt' ? 'promptId' : by]: key } }, toShown(row));
}

/** Tools round to four decimals. */
const toolTolerance = 5.1e-5;

const results = {
  up: 'up',
  down: 'down',
  no_clear_change: 'no clear change',
  too_early: 'too early',
  not_comparable: 'not comparable',
} as const satisfies Record<ApiChange['result'], Verdict>;

/** Reads the changes of a row of the API. */
function toShown(row: object): ShownRow {
  return Object.fromEntries(
    Object.entries(row).flatMap(([metric, value]: [string, { change?: ApiChange | null } | null]) => {
      const change = value?.change;
      if (!change) return [];
      const { result, difference, low, high } = change;
      const interval = low === null || high === null ? null : { low, high };
      return [[metric, { change: { verdict: results[result], difference, interval } }]];
    }),
  );
}

const toolResultSchema = z.object({
  structuredContent: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.unknown())),
  }),
});

/** Calls the tool that compares periods, as a server does. It never counts branded prompts in share of voice. */
async function addTool(page: Surface): Promise<void> {
  const surface: Surface = { ...page, filters: { ...page.filters, branded: 'without' } };
  const { context, filters } = surface;
  const query = toQuery(filters);
  let call = async (_: unknown): Promise<unknown> => null;
  const server = Object.create({
    registerTool(_name: string, _config: unknown, handler: typeof call) {
      call = handler;
    },
  });
  comparePeriodsTool.register(server, Object.create({ context }));
  const { structuredContent } = toolResultSchema.parse(await call(query));
  const { columns } = structuredContent;
  for (const cells of structuredContent.rows) {
    const row = new Map(cells.map((cell, index) => [columns[index], cell]));
    const read = (name: string) =>
      z
        .number()
        .nullable()
        .parse(row.get(name) ?? null);
    const [low, high] = [read('differenceLow'), read('differenceHigh')];
    const interval = low === null || high === null ? null : { low, high };
    const brandId = brandIds[Number(String(row.get('brand')).at(-1))] ?? '';
    const change = { difference: read('difference'), interval };
    addRow(surface, 'tool', { brandId }, { [String(row.get('metric'))]: { change } });
  }
}

test('no set of segments has two verdicts, and no verdict contradicts its interval, on any surface', async () => {
  const start = Date.now();
  const verdicts = new VerdictCollection();
  for (let seed = 0; seed < projectCount; seed += 1) {
    if (seed >= 2 && Date.now() - start > maxMs) break;
    const observations = observe(createRandom(seed));
    const { context, projectId } = await createProjectWithObservations(db, observations);
    const own = new VerdictCollection();
    for (const [index, filters] of listFilters(projectId).entries()) {
      const surface = { verdicts: own, context, filters, observations };
      await addPages(surface);
      // Files, the API and tools read what pages read, so each filter opens some of them.
      const dimension = dimensions[index % dimensions.length] ?? 'engine';
      await Promise.all([
        addApi(surface, dimension),
        addFiles(surface, fileNames[index % fileNames.length] ?? 'brands'),
        index % 3 === 0 ? addTool(surface) : null,
        index % 2 === 0 ? addSources(surface) : null,
      ]);
    }
    verdicts.problems.push(...own.problems);
    verdicts.count += own.count;
  }
  expect(verdicts.problems.slice(0, 10)).toEqual([]);
  expect(verdicts.count).toBeGreaterThan(1_000);
});
