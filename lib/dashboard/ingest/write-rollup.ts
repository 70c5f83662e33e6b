import type { Rollup } from '#lib/dashboard/ingest/rollup';
import type { Connection } from '#lib/database/connection';

const cell = 'organization_id, project_id, day, prompt_id, engine, country';
const cellTypes =
  'organization_id uuid, project_id uuid, day date, prompt_id uuid, engine text, country text';

const addAnswers = `
  INSERT INTO daily_answers AS known (${cell}, answered, no_answer, unreadable, citations, branded, fictional)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, answered int, no_answer int, unreadable int,
    citations int, branded boolean, fictional boolean)
  ON CONFLICT (definition, ${cell}) DO UPDATE SET
    answered = known.answered + excluded.answered,
    no_answer = known.no_answer + excluded.no_answer,
    unreadable = known.unreadable + excluded.unreadable,
    citations = known.citations + excluded.citations,
    branded = excluded.branded,
    fictional = known.fictional AND excluded.fictional`;

const addBrands = `
  INSERT INTO daily_brands AS known (${cell}, brand_id, mentioned, mentions, rank_sum, first, cited, citations)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, brand_id uuid, mentioned int, mentions int,
    rank_sum int, first int, cited int, citations int)
  ON CONFLICT (definition, ${cell}, brand_id) DO UPDATE SET
    mentioned = known.mentioned + excluded.mentioned,
    mentions = known.mentions + excluded.mentions,
    rank_sum = known.rank_sum + excluded.rank_sum,
    first = known.first + excluded.first,
    cited = known.cited + excluded.cited,
    citations = known.citations + excluded.citations`;

const addDomains = `
  INSERT INTO daily_domains AS known (${cell}, domain, listed, cited, citations)
  SELECT * FROM json_to_recordset($1::json) AS given (${cellTypes}, domain text, listed int, cited int,
    citations int)
  ON CONFLICT (definition, ${cell}, domain) DO UPDATE SET
    listed = known.listed + excluded.listed,
    cited = known.cited + excluded.cited,
    citations = known.citations + excluded.citations`;

/** Adds sums to the daily rollups, in the caller's transaction. */
export async function writeRollup(client: Connection, rollup: Rollup): Promise<void> {
  const write = async (name: string, text: string, rows: unknown[]) => {
    if (rows.length > 0) await client.query({ name, text, values: [JSON.stringify(rows)] });
  };
  await write('add-daily-answers', addAnswers, rollup.answers());
  await write('add-daily-brands', addBrands, rollup.brands());
  await write('add-daily-domains', addDomains, rollup.domains());
}
