import type { Rollup } from '#lib/dashboard/ingest/rollup';
import type { Database } from '#lib/db/client';

const cell = 'organization_id, project_id, scoring_version, day, prompt_id, engine, country';
const cellTypes =
  'organization_id uuid, project_id uuid, scoring_version int, day date, prompt_id uuid, engine text, country text';

const addAnswers = `
  INSERT INTO daily_answers AS known (${cell}, answered, no_answer, unreadable, citations, is_branded_prompt, fictional,
    with_search_queries, sources_listed)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, answered int, no_answer int, unreadable int,
    citations int, is_branded_prompt boolean, fictional boolean, with_search_queries int, sources_listed int)
  ON CONFLICT (${cell}) DO UPDATE SET
    answered = known.answered + excluded.answered,
    no_answer = known.no_answer + excluded.no_answer,
    unreadable = known.unreadable + excluded.unreadable,
    citations = known.citations + excluded.citations,
    is_branded_prompt = excluded.is_branded_prompt,
    fictional = known.fictional AND excluded.fictional,
    with_search_queries = known.with_search_queries + excluded.with_search_queries,
    sources_listed = known.sources_listed + excluded.sources_listed`;

const addBrands = `
  INSERT INTO daily_brands AS known (${cell}, brand_id, mentioned, mentions, rank_sum, rank_first_count, cited, citations,
    rank_histogram, positive, neutral, negative)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, brand_id uuid, mentioned int, mentions int,
    rank_sum int, rank_first_count int, cited int, citations int, rank_histogram int[], positive int, neutral int, negative int)
  ON CONFLICT (${cell}, brand_id) DO UPDATE SET
    mentioned = known.mentioned + excluded.mentioned,
    mentions = known.mentions + excluded.mentions,
    rank_sum = known.rank_sum + excluded.rank_sum,
    rank_first_count = known.rank_first_count + excluded.rank_first_count,
    cited = known.cited + excluded.cited,
    citations = known.citations + excluded.citations,
    rank_histogram = ARRAY(SELECT coalesce(had, 0) + coalesce(more, 0)
                  FROM unnest(known.rank_histogram, excluded.rank_histogram) WITH ORDINALITY AS both_ranks (had, more, place)
                  ORDER BY place),
    positive = known.positive + excluded.positive,
    neutral = known.neutral + excluded.neutral,
    negative = known.negative + excluded.negative`;

const addDomains = `
  INSERT INTO daily_domains AS known (${cell}, domain, listed, cited, citations, mentioned, gap)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, domain text, listed int, cited int,
    citations int, mentioned int, gap int)
  ON CONFLICT (${cell}, domain) DO UPDATE SET
    listed = known.listed + excluded.listed,
    cited = known.cited + excluded.cited,
    citations = known.citations + excluded.citations,
    mentioned = known.mentioned + excluded.mentioned,
    gap = known.gap + excluded.gap`;

const addQueries = `
  INSERT INTO daily_queries AS known (${cell}, query, answers, mentioned)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, query text, answers int, mentioned int)
  ON CONFLICT (${cell}, query) DO UPDATE SET
    answers = known.answers + excluded.answers,
    mentioned = known.mentioned + excluded.mentioned`;

/** Adds sums to the daily rollups, in the caller's transaction. */
export async function writeRollup(client: Database, rollup: Rollup): Promise<void> {
  const write = async (name: string, text: string, rows: unknown[]) => {
    if (rows.length > 0) await client.$client.query({ name, text, values: [JSON.stringify(rows)] });
  };
  await write('add-daily-answers', addAnswers, rollup.answers());
  await write('add-daily-brands', addBrands, rollup.brands());
  await write('add-daily-domains', addDomains, rollup.domains());
  await write('add-daily-queries', addQueries, rollup.queries());
}
