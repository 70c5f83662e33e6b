import type { Project } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';

/** Returns the current rollups of an organization in a fixed order, without sentiment, which is tested separately. */
export async function readRollups(context: Context) {
  const segment = 'prompt_id, engine, country';
  const read = async (table: string, key: string, keys = segment) => {
    const { rows } = await context.db.$client.query<Record<string, unknown>>(
      `SELECT to_jsonb(t) - '{organization_id,project_id,scoring_version,positive,neutral,negative}'::text[] AS row
       FROM ${table} t JOIN projects ON projects.organization_id = t.organization_id AND projects.id = t.project_id
         AND projects.scoring_version = t.scoring_version
       WHERE t.organization_id = $1
       ORDER BY day, ${keys}, ${key}`,
      [context.organizationId],
    );
    return rows.map(({ row }) => row);
  };
  return {
    answers: await read('daily_answers', 'day'),
    brands: await read('daily_brands', 'brand_id'),
    domains: await read('daily_domains', 'domain'),
    models: await read('daily_models', 'model COLLATE "C"', 'engine'),
    queries: await read('daily_queries', 'query COLLATE "C"'),
  };
}

/**
 * Computes the same rollups with SQL that is independent of the product: mentions by regular expression in the stored
 * texts, ranks and citations from raw rows.
 */
export async function recountRollups(context: Context, project: Project) {
  const brands = [project.own, ...project.competitors].map(({ id, role, name, aliases, domains }) => ({
    id,
    role,
    names: [name, ...aliases],
    domains,
  }));
  const values = [context.organizationId, JSON.stringify(brands), project.timeZone];
  const read = async (select: string) => {
    const { rows } = await context.db.$client.query<{ row: Record<string, unknown> }>(
      `${observed} ${select}`,
      values,
    );
    return rows.map(({ row }) => row);
  };
  return {
    answers: await read(answersSql),
    brands: await read(brandsSql),
    domains: await read(domainsSql),
    models: await read(modelsSql),
    queries: await read(queriesSql),
  };
}

/** The rows from which the statements below count, such as the mentions in the texts (`hit`) and their ranks (`ranked`). */
const observed = `
  WITH brand AS (
    SELECT * FROM json_to_recordset($2::json) AS b (id uuid, role text, names text[], domains text[])
  ), pattern AS (
    -- A name of two words also counts as one word.
    SELECT id, '\\m(' || (SELECT string_agg(replace(name, ' ', ' ?'), '|') FROM unnest(names) name) || ')\\M' AS re FROM brand
  ), a AS (
    SELECT answers.*, (requested_at AT TIME ZONE $3)::date AS day FROM answers WHERE organization_id = $1
  ), source AS (
    SELECT s.*, split_part(split_part(s.url, '//', 2), '/', 1) AS host FROM answer_sources s
    WHERE organization_id = $1
  ), hit AS (
    SELECT a.id AS answer_id, pattern.id AS brand_id, count(*) AS mentions,
      min(regexp_instr(a.text, re, 1, 1, 0, 'i')) AS first_at
    FROM a, pattern, regexp_matches(a.text, re, 'gi') WHERE a.status = 'answered'
    GROUP BY a.id, pattern.id
  ), line AS (
    -- Every line of the texts with its offset. A text has at most one list, at its end.
    SELECT a.id AS answer_id, n, part AS text, part ~ '^[0-9]' AS is_numbered,
      sum(length(part) + 1) OVER (PARTITION BY a.id ORDER BY n) - length(part) - 1 AS at
    FROM a, regexp_split_to_table(a.text, E'\\n') WITH ORDINALITY AS split (part, n)
  ), listed AS (
    SELECT *, row_number() OVER (PARTITION BY answer_id ORDER BY n) AS item,
      -- An item leads with a name if a brand is at its beginning, or if it is nothing but words with capitals.
      text ~ '^(-|[0-9]+[.]) +[A-Z][a-z]+( [A-Z][a-z]+)*$'
        OR EXISTS (SELECT FROM pattern WHERE text ~* ('^(-|[0-9]+[.]) +' || re)) AS is_named
    FROM line WHERE text ~ '^(-|[0-9]+[.]) +[^ ]'
  ), item AS (
    SELECT *, CASE WHEN is_numbered THEN item
      ELSE count(*) FILTER (WHERE is_named) OVER (PARTITION BY answer_id ORDER BY n) END AS place
    FROM listed
  ), leading_brand AS (
    SELECT answer_id, pattern.id AS brand_id, min(n) AS line
    FROM listed, pattern WHERE text ~* ('^(-|[0-9]+[.]) +' || re) GROUP BY 1, 2
  ), ranking AS (
    -- A list is a ranking if two brands lead items, or if one does and enough other items lead with names.
    SELECT answer_id, min(at)::int AS list_at, max(place) FILTER (WHERE is_numbered OR is_named) AS taken
    FROM item JOIN LATERAL (
      SELECT count(*) AS brands FROM leading_brand WHERE leading_brand.answer_id = item.answer_id) led ON true
    GROUP BY answer_id, brands HAVING brands > 1 OR brands = 1 AND count(*) FILTER (WHERE is_named)
      >= CASE WHEN bool_or(is_numbered) THEN 0.5 * count(*) ELSE greatest(2, 0.75 * count(*)) END AND count(*) > 1
  ), placed AS (
    SELECT hit.*, taken, CASE WHEN list_at IS NOT NULL THEN line END AS line,
      CASE WHEN list_at IS NOT NULL THEN nullif(regexp_instr(a.text, re, list_at + 1, 1, 0, 'i'), 0) END AS listed_at
    FROM hit JOIN a ON a.id = hit.answer_id JOIN pattern ON pattern.id = hit.brand_id
    LEFT JOIN ranking ON ranking.answer_id = hit.answer_id
    LEFT JOIN leading_brand ON leading_brand.answer_id = hit.answer_id AND leading_brand.brand_id = hit.brand_id
  ), tracked AS (
    SELECT *, rank() OVER (PARTITION BY answer_id ORDER BY line NULLS LAST,
      CASE WHEN line IS NULL THEN listed_at END NULLS LAST,
      CASE WHEN line IS NULL AND listed_at IS NULL THEN first_at END) AS tracked_rank,
      count(line) OVER (PARTITION BY answer_id) AS leading_count
    FROM placed
  ), ranked AS (
    SELECT tracked.*, coalesce(place, coalesce(taken, 0) + tracked_rank - leading_count) AS rank
    FROM tracked LEFT JOIN item ON item.answer_id = tracked.answer_id AND item.n = line
  ), owned AS (
    SELECT source.answer_id, brand.id AS brand_id, sum(citations) AS citations FROM source, brand
    WHERE citations > 0 AND EXISTS (
      SELECT 1 FROM unnest(domains) d WHERE host = d OR host LIKE '%.' || d)
    GROUP BY 1, 2
  ), query AS (
    SELECT DISTINCT a.id AS answer_id, regexp_replace(btrim(lower(raw)), ' +', ' ', 'g') AS query
    FROM a, unnest(search_queries) raw WHERE btrim(raw) <> ''
  ), roles AS (
    SELECT a.id AS answer_id, bool_or(role = 'own') IS TRUE AS own, bool_or(role = 'competitor') IS TRUE AS competitor
    FROM a LEFT JOIN hit ON hit.answer_id = a.id LEFT JOIN brand ON brand.id = hit.brand_id GROUP BY a.id
  )`;

const answersSql = `
  SELECT json_build_object('day', day, 'prompt_id', prompt_id, 'engine', engine, 'country', country,
    'answered', count(*) FILTER (WHERE status = 'answered'),
    'no_answer', count(*) FILTER (WHERE status = 'no_answer'),
    'unreadable', count(*) FILTER (WHERE status = 'unreadable'),
    'citations', coalesce(sum((SELECT sum(citations) FROM source WHERE answer_id = a.id))
      FILTER (WHERE status = 'answered'), 0),
    'is_branded_prompt', (SELECT bool_or(prompts.text ~* re) FROM prompts, pattern WHERE prompts.id = a.prompt_id),
    'fictional', NULL, 'fictional_answers', count(*) FILTER (WHERE status = 'answered' AND provider = 'sandbox'),
    'with_search_queries', count(*) FILTER (WHERE status = 'answered' AND EXISTS (SELECT FROM query WHERE answer_id = a.id)),
    'sources_listed', coalesce(sum((SELECT count(*) FROM source WHERE answer_id = a.id))
      FILTER (WHERE status = 'answered'), 0),
    'without_reported_queries', count(*) FILTER (WHERE status = 'answered' AND NOT result ?| ARRAY['searchQueries', 'search_model_queries']),
    'without_reported_citations', count(*) FILTER (WHERE status = 'answered' AND NOT result ? 'citationPills'),
    'without_structure', count(*) FILTER (WHERE status = 'answered' AND markdown IS NULL)) AS row
  FROM a GROUP BY day, prompt_id, engine, country ORDER BY day, prompt_id, engine, country`;

const brandsSql = `
  SELECT json_build_object('day', day, 'prompt_id', prompt_id, 'engine', engine, 'country', country,
    'brand_id', brand.id, 'mentioned', count(ranked.rank), 'mentions', coalesce(sum(mentions), 0),
    'ranked', count(ranked.rank), 'rank_sum', coalesce(sum(rank), 0),
    'rank_square_sum', coalesce(sum(rank * rank), 0), 'tracked_rank_sum', coalesce(sum(tracked_rank), 0), 'rank_first_count', count(*) FILTER (WHERE rank = 1),
    'cited', count(owned.citations), 'citations', coalesce(sum(owned.citations), 0),
    'rank_histogram', ARRAY(SELECT count(*) FILTER (WHERE rank_given = bucket OR bucket = 10 AND rank_given > 10)
                   FROM generate_series(1, coalesce(CASE WHEN max(rank) < 10 THEN max(rank) WHEN max(rank) >= 10 THEN 10 END, 0)) bucket, unnest(array_agg(rank)) rank_given
                   GROUP BY bucket ORDER BY bucket)) AS row
  FROM a CROSS JOIN brand
  LEFT JOIN ranked ON ranked.answer_id = a.id AND ranked.brand_id = brand.id
  LEFT JOIN owned ON owned.answer_id = a.id AND owned.brand_id = brand.id
  WHERE status = 'answered' AND (ranked.rank IS NOT NULL OR owned.citations IS NOT NULL)
  GROUP BY day, prompt_id, engine, country, brand.id ORDER BY day, prompt_id, engine, country, brand.id`;

const domainsSql = `
  SELECT json_build_object('day', day, 'prompt_id', prompt_id, 'engine', engine, 'country', country,
    'domain', domain, 'listed', count(DISTINCT a.id), 'cited', count(DISTINCT a.id) FILTER (WHERE citations > 0),
    'citations', sum(citations),
    'mentioned', count(DISTINCT a.id) FILTER (WHERE citations > 0 AND own),
    'gap', count(DISTINCT a.id) FILTER (WHERE citations > 0 AND competitor AND NOT own),
    'listed_without_reported_citations', count(DISTINCT a.id) FILTER (WHERE NOT result ? 'citationPills')) AS row
  FROM a JOIN source ON source.answer_id = a.id JOIN roles ON roles.answer_id = a.id WHERE status = 'answered'
  GROUP BY day, prompt_id, engine, country, domain ORDER BY day, prompt_id, engine, country, domain`;

const modelsSql = `
  SELECT json_build_object('day', day, 'engine', engine, 'model', model, 'answers', count(*)) AS row
  FROM a WHERE status = 'answered' AND model IS NOT NULL
  GROUP BY day, engine, model ORDER BY day, engine, model COLLATE "C"`;

const queriesSql = `
  SELECT json_build_object('day', day, 'prompt_id', prompt_id, 'engine', engine, 'country', country,
    'query', query, 'answers', count(*), 'mentioned', count(*) FILTER (WHERE own)) AS row
  FROM a JOIN query ON query.answer_id = a.id JOIN roles ON roles.answer_id = a.id WHERE status = 'answered'
  GROUP BY day, prompt_id, engine, country, query ORDER BY day, prompt_id, engine, country, query COLLATE "C"`;
