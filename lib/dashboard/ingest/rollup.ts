import { isFictional } from '#lib/contract/providers';
import { normalizeQuery } from '#lib/core/text';
import { markMonths } from '#lib/dashboard/ingest/mark-months';
import { addRankSumSql, maxRank, rankSumColumns } from '#lib/dashboard/ingest/rank-sums';
import { addUnreportedSql, type ReportedValues } from '#lib/dashboard/ingest/reported-values';
import {
  createDailyAnswers,
  createDailyAspect,
  createDailyBrand,
  createDailyDomain,
  createDailyModel,
  createDailyQuery,
  type RollupKey,
  sortById,
} from '#lib/dashboard/ingest/rollup-rows';
import type { BrandScore } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

/** An observation, with or without an answer, as the rollups count it. */
export interface Observation extends ReportedValues {
  key: RollupKey;
  status: 'answered' | 'no_answer' | 'unreadable';
  /** True if the prompt mentions a tracked brand. */
  isBrandedPrompt: boolean;
  provider: string | null;
  /** The model that the provider reports; null if it reports none. */
  model: string | null;
  sources: readonly { domain: string; citations: number }[];
  /** Search queries the engine issued. */
  searchQueries: readonly string[];
  scores: readonly BrandScore[];
  /** Whether the answer is stored as the engine wrote it, with its lists, tables and headings. */
  hasStructure: boolean;
}

/** Sums of observations by key. */
export class Rollup {
  readonly dailyAnswers = new Map<string, ReturnType<typeof createDailyAnswers>>();
  readonly dailyBrands = new Map<string, ReturnType<typeof createDailyBrand>>();
  readonly dailyAspects = new Map<string, ReturnType<typeof createDailyAspect>>();
  readonly dailyDomains = new Map<string, ReturnType<typeof createDailyDomain>>();
  readonly dailyModels = new Map<string, ReturnType<typeof createDailyModel>>();
  readonly dailyQueries = new Map<string, ReturnType<typeof createDailyQuery>>();

  /** Adds an observation. Only answers count for brands, domains, citations, models and queries. */
  add(observation: Observation): void {
    const { key, status, isBrandedPrompt, provider, sources, searchQueries, scores } = observation;
    const id = Object.values(key).join('|');
    const day = getOrAdd(this.dailyAnswers, id, () => createDailyAnswers(key, isBrandedPrompt));
    day[status] += 1;
    if (status !== 'answered') return;
    day.citations += sources.reduce((sum, source) => sum + source.citations, 0);
    day.fictional_answers += isFictional(provider) ? 1 : 0;
    day.sources_listed += sources.length;
    const queries = new Set(searchQueries.map(normalizeQuery).filter((query) => query !== ''));
    day.with_search_queries += queries.size > 0 ? 1 : 0;
    day.without_reported_queries += observation.hasReportedQueries ? 0 : 1;
    day.without_reported_citations += observation.hasReportedCitations ? 0 : 1;
    day.without_structure += observation.hasStructure ? 0 : 1;
    this.addModel(observation);
    this.addBrands(key, id, scores);
    this.addDomains(id, observation);
    for (const query of queries) {
      const row = getOrAdd(this.dailyQueries, `${id}|${query}`, () => createDailyQuery(key, query));
      row.answers += 1;
      row.mentioned += isMentioned(scores, 'own') ? 1 : 0;
    }
  }

  private addModel({ key, model }: Observation): void {
    if (model === null) return;
    const { organization_id, project_id, scoring_version, day, engine } = key;
    const id = [organization_id, project_id, scoring_version, day, engine, model].join('|');
    getOrAdd(this.dailyModels, id, () => createDailyModel(key, model)).answers += 1;
  }

  private addBrands(key: RollupKey, id: string, scores: readonly BrandScore[]): void {
    for (const { brandId, mention, citations } of scores) {
      const row = getOrAdd(this.dailyBrands, `${id}|${brandId}`, () => createDailyBrand(key, brandId));
      row.mentioned += mention ? 1 : 0;
      row.mentions += mention?.count ?? 0;
      const rank = mention?.rank ?? null;
      row.ranked += rank === null ? 0 : 1;
      row.rank_sum += rank ?? 0;
      row.rank_square_sum += (rank ?? 0) ** 2;
      row.tracked_rank_sum += mention?.trackedRank ?? 0;
      row.rank_first_count += rank === 1 ? 1 : 0;
      row.cited += citations > 0 ? 1 : 0;
      row.citations += citations;
      if (rank !== null) countRank(row.rank_histogram, rank);
    }
  }

  /**
   * Adds a language model's classification of a sentence about a brand. It counts no answer or mention: those are in the
   * stored rollups already, from when the answer was scored.
   */
  addSentence(
    key: RollupKey,
    brandId: string,
    {
      sentiment,
      aspects,
    }: {
      sentiment: 'positive' | 'neutral' | 'negative';
      aspects: readonly { aspect: string; sentiment: 'positive' | 'negative' }[];
    },
  ): void {
    const id = `${Object.values(key).join('|')}|${brandId}`;
    getOrAdd(this.dailyBrands, id, () => createDailyBrand(key, brandId))[sentiment] += 1;
    for (const { aspect, sentiment: aspectSentiment } of aspects) {
      getOrAdd(this.dailyAspects, `${id}|${aspect}`, () => createDailyAspect(key, brandId, aspect))[
        aspectSentiment
      ] += 1;
    }
  }

  private addDomains(id: string, { key, sources, scores, hasReportedCitations }: Observation): void {
    const mentioned = isMentioned(scores, 'own');
    const gap = !mentioned && isMentioned(scores, 'competitor');
    for (const [domain, entries] of Map.groupBy(sources, (source) => source.domain)) {
      const citations = entries.reduce((sum, source) => sum + source.citations, 0);
      const row = getOrAdd(this.dailyDomains, `${id}|${domain}`, () => createDailyDomain(key, domain));
      const cited = citations > 0 ? 1 : 0;
      row.listed += 1;
      row.cited += cited;
      row.citations += citations;
      row.mentioned += mentioned ? cited : 0;
      row.gap += gap ? cited : 0;
      row.listed_without_reported_citations += hasReportedCitations ? 0 : 1;
    }
  }
}

function isMentioned(scores: readonly BrandScore[], role: BrandScore['role']): boolean {
  return scores.some((score) => score.mention !== undefined && score.role === role);
}

function countRank(histogram: number[], rank: number): void {
  const counted = Math.min(rank, maxRank);
  while (histogram.length < counted) histogram.push(0);
  histogram[counted - 1] = (histogram[counted - 1] ?? 0) + 1;
}

function getOrAdd<T>(map: Map<string, T>, id: string, create: () => T): T {
  const existing = map.get(id);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(id, created);
  return created;
}

const keyColumns = 'organization_id, project_id, scoring_version, day, prompt_id, engine, country';
const addColumns = (...columns: string[]) =>
  columns.map((column) => `${column} = stored.${column} + excluded.${column}`).join(', ');
const addDailyAnswers = statement({
  name: 'add-daily-answers',
  parameters: { rows: 'json' },
  text: `
    INSERT INTO daily_answers AS stored SELECT * FROM json_populate_recordset(NULL::daily_answers, :rows)
    ON CONFLICT (${keyColumns}) DO UPDATE SET
      ${addColumns('answered', 'no_answer', 'unreadable', 'citations', 'with_search_queries', 'sources_listed')},
      is_branded_prompt = excluded.is_branded_prompt,
      fictional = NULL,
      fictional_answers = coalesce(stored.fictional_answers, 0) + excluded.fictional_answers,
      ${addUnreportedSql('without_reported_queries')},
      ${addUnreportedSql('without_reported_citations')},
      without_structure = stored.without_structure + excluded.without_structure`,
});

const addDailyBrands = statement({
  name: 'add-daily-brands',
  parameters: { rows: 'json' },
  text: `
    INSERT INTO daily_brands AS stored SELECT * FROM json_populate_recordset(NULL::daily_brands, :rows)
    ON CONFLICT (${keyColumns}, brand_id) DO UPDATE SET
      ${addColumns('mentioned', 'mentions', 'rank_sum', 'rank_first_count', 'cited', 'citations')},
      ${addColumns('positive', 'neutral', 'negative')},
      ${rankSumColumns.map(addRankSumSql).join(', ')},
      rank_histogram = ARRAY(SELECT coalesce(stored_count, 0) + coalesce(added_count, 0)
                    FROM unnest(stored.rank_histogram, excluded.rank_histogram) WITH ORDINALITY AS ranks (stored_count, added_count, rank)
                    ORDER BY rank)`,
});

const addDailyAspects = statement({
  name: 'add-daily-aspects',
  parameters: { rows: 'json' },
  text: `
    INSERT INTO daily_aspects AS stored SELECT * FROM json_populate_recordset(NULL::daily_aspects, :rows)
    ON CONFLICT (${keyColumns}, brand_id, aspect) DO UPDATE SET ${addColumns('positive', 'negative')}`,
});

const addDailyDomains = statement({
  name: 'add-daily-domains',
  parameters: { rows: 'json' },
  text: `
    INSERT INTO daily_domains AS stored SELECT * FROM json_populate_recordset(NULL::daily_domains, :rows)
    ON CONFLICT (${keyColumns}, domain) DO UPDATE SET
      ${addColumns('listed', 'cited', 'citations', 'mentioned', 'gap')},
      ${addUnreportedSql('listed_without_reported_citations')}`,
});

const addDailyQueries = statement({
  name: 'add-daily-queries',
  parameters: { rows: 'json' },
  text: `
    INSERT INTO daily_queries AS stored SELECT * FROM json_populate_recordset(NULL::daily_queries, :rows)
    ON CONFLICT (${keyColumns}, query) DO UPDATE SET
      ${addColumns('answers', 'mentioned')}`,
});

const addDailyModels = statement({
  name: 'add-daily-models',
  parameters: { rows: 'json' },
  text: `
    INSERT INTO daily_models AS stored SELECT * FROM json_populate_recordset(NULL::daily_models, :rows)
    ON CONFLICT (organization_id, project_id, scoring_version, day, engine, model) DO UPDATE SET
      ${addColumns('answers')}`,
});

/**
 * Adds sums to the daily rollups, in the caller's transaction; sorted, so that concurrent writers do not deadlock. Also
 * invalidates the monthly sums of these days. For the published scoring version, the caller must hold the locks of the
 * projects, so that `sumMonths` does not sum a month during the change.
 */
export async function writeRollup(tx: Database, rollup: Rollup, now: Date): Promise<void> {
  await writeRows(tx, addDailyAnswers, sortById(rollup.dailyAnswers));
  await writeRows(tx, addDailyBrands, sortById(rollup.dailyBrands));
  await writeRows(tx, addDailyAspects, sortById(rollup.dailyAspects));
  await writeRows(tx, addDailyDomains, sortById(rollup.dailyDomains));
  await writeRows(tx, addDailyQueries, sortById(rollup.dailyQueries));
  // Last, because concurrent batches of a project write the same few rows: they stay locked until the transaction ends.
  await writeRows(tx, addDailyModels, sortById(rollup.dailyModels));
  await markMonths(tx, [...rollup.dailyAnswers.values(), ...rollup.dailyBrands.values()], now);
}

/** Runs a statement that takes rows as JSON, unless there are none. */
export async function writeRows(
  tx: Database,
  write: (tx: Database, values: { rows: readonly object[] }) => Promise<unknown>,
  rows: readonly object[],
): Promise<void> {
  if (rows.length > 0) await write(tx, { rows });
}
