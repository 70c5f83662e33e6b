import type { Rollup } from '#lib/dashboard/ingest/rollup';
import type { Database } from '#lib/db/client';

const cell = 'organization_id, project_id, definition, day, prompt_id, engine, country';
const cellTypes =
  'organization_id uuid, project_id uuid, definition int, day date, prompt_id uuid, engine text, country text';

const addAnswers = `
  INSERT INTO daily_answers AS known (${cell}, answered, no_answer, unreadable, citations, branded, fictional,
    fanned, listed)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, answered int, no_answer int, unreadable int,
    citations int, branded boolean, fictional boolean, fanned int, listed int)
  ON CONFLICT (${cell}) DO UPDATE SET
    answered = known.answered + excluded.answered,
    no_answer = known.no_answer + excluded.no_answer,
    unreadable = known.unreadable + excluded.unreadable,
    citations = known.citations + excluded.citations,
    branded = excluded.branded,
    fictional = known.fictional AND excluded.fictional,
    fanned = known.fanned + excluded.fanned,
    listed = known.listed + excluded.listed`;

const addBrands = `
  INSERT INTO daily_brands AS known (${cell}, brand_id, mentioned, mentions, rank_sum, first, cited, citations,
    ranks, positive, neutral, negative)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, brand_id uuid, mentioned int, mentions int,
    rank_sum int, first int, cited int, citations int, ranks int[], positive int, neutral int, negative int)
  ON CONFLICT (${cell}, brand_id) DO UPDATE SET
    mentioned = known.mentioned + excluded.mentioned,
    mentions = known.mentions + excluded.mentions,
    rank_sum = known.rank_sum + excluded.rank_sum,
    first = known.first + excluded.first,
    cited = known.cited + excluded.cited,
    citations = known.citations + excluded.citations,
    ranks = ARRAY(SELECT coalesce(had, 0) + coalesce(more, 0)
                  FROM unnest(known.ranks, excluded.ranks) WITH ORDINALITY AS both_ranks (had, more, place)
                  ORDER BY place),
    positive = known.positive + excluded.positive,
    neutral = known.neutral + excluded.neutral,
    negative = known.negative + excluded.negative`;

const addDomains = `
  INSERT INTO daily_domains AS known (${cell}, domain, listed, cited, citations, named, gap)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, domain text, listed int, cited int,
    citations int, named int, gap int)
  ON CONFLICT (${cell}, domain) DO UPDATE SET
    listed = known.listed + excluded.listed,
    cited = known.cited + excluded.cited,
    citations = known.citations + excluded.citations,
    named = known.named + excluded.named,
    gap = known.gap + excluded.gap`;

const addQueries = `
  INSERT INTO daily_queries AS known (${cell}, query, asked, named)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, query text, asked int, named int)
  ON CONFLICT (${cell}, query) DO UPDATE SET
    asked = known.asked + excluded.asked,
    named = known.named + excluded.named`;

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
