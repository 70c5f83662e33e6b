import type { Rollup } from '#lib/dashboard/ingest/rollup';
import type { Database } from '#lib/db/client';

const key = 'organization_id, project_id, scoring_version, day, prompt_id, engine, country';
const keyTypes =
  'organization_id uuid, project_id uuid, scoring_version int, day date, prompt_id uuid, engine text, country text';

const addAnswers = `
  INSERT INTO daily_answers AS stored (${key}, answered, no_answer, unreadable, citations, is_branded_prompt, fictional,
    with_search_queries, sources_listed)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, answered int, no_answer int, unreadable int,
    citations int, is_branded_prompt boolean, fictional boolean, with_search_queries int, sources_listed int)
  ON CONFLICT (${key}) DO UPDATE SET
    answered = stored.answered + excluded.answered,
    no_answer = stored.no_answer + excluded.no_answer,
    unreadable = stored.unreadable + excluded.unreadable,
    citations = stored.citations + excluded.citations,
    is_branded_prompt = excluded.is_branded_prompt,
    fictional = stored.fictional AND excluded.fictional,
    with_search_queries = stored.with_search_queries + excluded.with_search_queries,
    sources_listed = stored.sources_listed + excluded.sources_listed`;

const addBrands = `
  INSERT INTO daily_brands AS stored (${key}, brand_id, mentioned, mentions, rank_sum, rank_first_count, cited, citations,
    rank_histogram, positive, neutral, negative)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, brand_id uuid, mentioned int, mentions int,
    rank_sum int, rank_first_count int, cited int, citations int, rank_histogram int[], positive int, neutral int, negative int)
  ON CONFLICT (${key}, brand_id) DO UPDATE SET
    mentioned = stored.mentioned + excluded.mentioned,
    mentions = stored.mentions + excluded.mentions,
    rank_sum = stored.rank_sum + excluded.rank_sum,
    rank_first_count = stored.rank_first_count + excluded.rank_first_count,
    cited = stored.cited + excluded.cited,
    citations = stored.citations + excluded.citations,
    rank_histogram = ARRAY(SELECT coalesce(stored_count, 0) + coalesce(added_count, 0)
                  FROM unnest(stored.rank_histogram, excluded.rank_histogram) WITH ORDINALITY AS ranks (stored_count, added_count, rank)
                  ORDER BY rank),
    positive = stored.positive + excluded.positive,
    neutral = stored.neutral + excluded.neutral,
    negative = stored.negative + excluded.negative`;

const addDomains = `
  INSERT INTO daily_domains AS stored (${key}, domain, listed, cited, citations, mentioned, gap)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, domain text, listed int, cited int,
    citations int, mentioned int, gap int)
  ON CONFLICT (${key}, domain) DO UPDATE SET
    listed = stored.listed + excluded.listed,
    cited = stored.cited + excluded.cited,
    citations = stored.citations + excluded.citations,
    mentioned = stored.mentioned + excluded.mentioned,
    gap = stored.gap + excluded.gap`;

const addQueries = `
  INSERT INTO daily_queries AS stored (${key}, query, answers, mentioned)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, query text, answers int, mentioned int)
  ON CONFLICT (${key}, query) DO UPDATE SET
    answers = stored.answers + excluded.answers,
    mentioned = stored.mentioned + excluded.mentioned`;

/** Adds sums to the daily rollups, in the caller's transaction. */
export async function writeRollup(tx: Database, rollup: Rollup): Promise<void> {
  const write = async (name: string, text: string, rows: unknown[]) => {
    if (rows.length > 0) await tx.$client.query({ name, text, values: [JSON.stringify(rows)] });
  };
  await write('add-daily-answers', addAnswers, rollup.answers());
  await write('add-daily-brands', addBrands, rollup.brands());
  await write('add-daily-domains', addDomains, rollup.domains());
  await write('add-daily-queries', addQueries, rollup.queries());
}
