import { randomUUID } from 'node:crypto';
import { addDays, systemClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';

export const brandIds = [randomUUID(), randomUUID(), randomUUID()];
export const ownBrandId = brandIds[0] ?? '';
export const engines = ['chat', 'gen'];
export const countries = ['US', 'JP'];
/** Six prompts, of which the last two are branded. */
export const prompts = Array.from({ length: 6 }, (_, index) => ({
  id: randomUUID(),
  text: `Prompt ${index + 1}`,
  topic: ['alpha', 'beta', 'gamma'][index % 3] ?? '',
  tags: index % 2 === 0 ? ['even', 'all'] : ['all'],
  isBranded: index >= 4,
}));
/** The first day of the first period. */
export const firstDay = '2026-03-01';
/** The number of days of each of two periods. */
export const periodDays = 5;
export const dayCount = 2 * periodDays;

/** The observed outcome of one run item. */
export interface Observation {
  /** Days since `firstDay`. */
  day: number;
  prompt: number;
  engine: string;
  country: string;
  status: 'answered' | 'no_answer' | 'unreadable';
  /** Rank of each brand, in the order of `brandIds`; null if the answer does not mention it. */
  ranks: (number | null)[];
  /** Citations by domain; 0 for a domain that is listed but not cited. */
  sources: { domain: string; citations: number }[];
  /** `sandbox` by default; null if it is unknown. */
  provider?: string | null;
  /** None by default. */
  model?: string | null;
  /** The search queries that the engine issued. */
  searchQueries?: string[];
  /** Whether the provider reported search queries and citations; true by default. */
  hasReportedQueries?: boolean;
  hasReportedCitations?: boolean;
  /** True by default. */
  hasStructure?: boolean;
}

/** The domains of each brand. */
export const brandDomains = [['own.example'], ['rival.example'], []];
export const domains = ['own.example', 'rival.example', 'news.example', 'forum.example'];

/** Creates a project with three brands and six prompts. By default, its organization has a new ID. */
export async function createObservedProject(
  db: PooledDatabase,
  organizationId: string = randomUUID(),
): Promise<{ context: Context; projectId: string }> {
  const projectId = randomUUID();
  await db.$client.query('INSERT INTO projects (organization_id, id, name) VALUES ($1, $2, $3)', [
    organizationId,
    projectId,
    'Observed',
  ]);
  await insert(
    db,
    'brands',
    brandIds.map((id, index) => ({
      organization_id: organizationId,
      project_id: projectId,
      id,
      name: `Brand ${index}`,
      role: index === 0 ? 'own' : 'competitor',
      aliases: [],
      domains: brandDomains[index] ?? [],
      required_context: [],
      excluded_context: [],
      color_index: index,
      created_at: '2026-01-01T00:00:00Z',
    })),
  );
  await insert(
    db,
    'prompts',
    prompts.map(({ id, text, topic, tags }) => ({
      organization_id: organizationId,
      project_id: projectId,
      id,
      text,
      topic,
      tags,
      language: 'en',
      created_at: '2026-01-01T00:00:00Z',
    })),
  );
  const context: Context = {
    db,
    clock: systemClock,
    organizationId,
    actor: { kind: 'member', userId: randomUUID(), role: 'viewer' },
  };
  return { context, projectId };
}

/** Inserts rows that all have the columns of the first one. Other columns get their defaults. */
export async function insert(db: PooledDatabase, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await db.$client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Stores the rollups of observations, which it counts without the code of ingestion. */
export async function storeRollups(
  db: PooledDatabase,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  observations: readonly Observation[],
): Promise<void> {
  const answers = new Map<string, Record<string, unknown>>();
  const brands = new Map<string, Record<string, unknown>>();
  const domainRows = new Map<string, Record<string, unknown>>();
  const add = (
    rows: Map<string, Record<string, unknown>>,
    key: object,
    counts: Record<string, number>,
    rest = {},
  ) => {
    const id = JSON.stringify(key);
    const row = rows.get(id) ?? { ...key, ...rest };
    for (const [name, count] of Object.entries(counts)) row[name] = Number(row[name] ?? 0) + count;
    rows.set(id, row);
  };
  for (const observation of observations) {
    const prompt = prompts[observation.prompt];
    const rollupKey = {
      organization_id: organizationId,
      project_id: projectId,
      day: addDays(firstDay, observation.day),
      prompt_id: prompt?.id,
      engine: observation.engine,
      country: observation.country,
    };
    const answered = observation.status === 'answered';
    const citations = answered ? countCitations(observation, domains) : 0;
    const counts = {
      answered: answered ? 1 : 0,
      no_answer: observation.status === 'no_answer' ? 1 : 0,
      unreadable: observation.status === 'unreadable' ? 1 : 0,
      citations,
      fictional_answers: answered && getProvider(observation) === 'sandbox' ? 1 : 0,
    };
    add(answers, rollupKey, counts, { is_branded_prompt: prompt?.isBranded });
    if (!answered) continue;
    for (const [index, brandId] of brandIds.entries()) {
      const rank = observation.ranks[index] ?? null;
      const brandCitations = countCitations(observation, brandDomains[index] ?? []);
      if (rank === null && brandCitations === 0) continue;
      add(
        brands,
        { ...rollupKey, brand_id: brandId },
        {
          mentioned: rank === null ? 0 : 1,
          mentions: rank === null ? 0 : 1,
          rank_sum: rank ?? 0,
          rank_first_count: rank === 1 ? 1 : 0,
          cited: brandCitations > 0 ? 1 : 0,
          citations: brandCitations,
        },
      );
    }
    for (const { domain, citations: cited } of observation.sources) {
      add(domainRows, { ...rollupKey, domain }, { listed: 1, cited: cited > 0 ? 1 : 0, citations: cited });
    }
  }
  await insert(db, 'daily_answers', [...answers.values()]);
  await insert(db, 'daily_brands', [...brands.values()]);
  await insert(db, 'daily_domains', [...domainRows.values()]);
}

/** Returns the provider of an observation. */
export function getProvider({ provider = 'sandbox' }: Observation): string | null {
  return provider;
}

/** Counts an answer's citations of the given domains. */
export function countCitations({ sources }: Observation, citedDomains: readonly string[]): number {
  return sources
    .filter(({ domain }) => citedDomains.includes(domain))
    .reduce((sum, { citations }) => sum + citations, 0);
}

/** Stores a run at noon of each given day. */
export async function storeRuns(
  db: PooledDatabase,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  days: readonly string[],
): Promise<void> {
  await insert(
    db,
    'runs',
    days.map((day) => ({
      organization_id: organizationId,
      project_id: projectId,
      id: randomUUID(),
      kind: 'manual',
      requested_at: `${day}T12:00:00Z`,
      engines,
      countries,
      samples: 1,
      item_count: 0,
      status: 'completed',
      created_at: `${day}T12:00:00Z`,
    })),
  );
}

/**
 * Stores an answer for each observation, requested at noon of its day, and the counts of their models. Its text mentions the
 * brands that have a rank.
 */
export async function storeAnswers(
  db: PooledDatabase,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  observations: readonly Observation[],
  getModel: (observation: Observation) => string | null = ({ model }) => model ?? null,
): Promise<void> {
  await db.$client.query('SELECT ensure_answer_partitions($1)', [firstDay]);
  const answers: object[] = [];
  const models = new Map<string, { answers: number }>();
  const mentions: object[] = [];
  const sources: object[] = [];
  for (const observation of observations) {
    const id = randomUUID();
    const at = `${addDays(firstDay, observation.day)}T12:00:00Z`;
    const introduction = 'Many names come up, and each has its friends. '.repeat(6);
    let text = introduction;
    for (const [index, rank] of observation.ranks.entries()) {
      if (rank === null) continue;
      const start = text.length;
      text += `Brand ${index}`;
      mentions.push({
        organization_id: organizationId,
        requested_at: at,
        answer_id: id,
        brand_id: brandIds[index],
        rank,
        count: 1,
        spans: [start, text.length],
      });
      text += ' is one of them. ';
    }
    const model = getModel(observation);
    if (model !== null && observation.status === 'answered') {
      const key = { day: at.slice(0, 10), engine: observation.engine, model };
      const keyText = JSON.stringify(key);
      const stored = models.get(keyText) ?? {
        organization_id: organizationId,
        project_id: projectId,
        ...key,
        answers: 0,
      };
      stored.answers += 1;
      models.set(keyText, stored);
    }
    answers.push({
      organization_id: organizationId,
      requested_at: at,
      id,
      project_id: projectId,
      run_id: randomUUID(),
      task_id: randomUUID(),
      prompt_id: prompts[observation.prompt]?.id,
      engine: observation.engine,
      country: observation.country,
      sample: 1,
      status: observation.status,
      provider: getProvider(observation),
      model,
      text,
      markdown: null,
      search_queries: observation.searchQueries ?? [],
      has_reported_queries: observation.hasReportedQueries ?? true,
      has_reported_citations: observation.hasReportedCitations ?? true,
      result: { text },
    });
    for (const [index, { domain, citations }] of observation.sources.entries()) {
      sources.push({
        organization_id: organizationId,
        requested_at: at,
        answer_id: id,
        position: index + 1,
        url: `https://${domain}/page`,
        normalized_url: `${domain}/page`,
        domain,
        label: domain,
        citations,
      });
    }
  }
  await insert(db, 'answers', answers);
  await insert(db, 'daily_models', [...models.values()]);
  await insert(db, 'mentions', mentions);
  await insert(db, 'answer_sources', sources);
}
