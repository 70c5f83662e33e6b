import { type SQL, sql } from 'drizzle-orm';
import type { FilterSelection } from '#lib/contract/filters/page-filters';
import type { Period } from '#lib/core/time';
import { isClassified, type SentimentAvailability } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';

/** The filters that select rows of rollups. Conditions are built with unqualified columns: each is applied to one table. */
export interface CountFilters
  extends Pick<FilterSelection, 'engines' | 'countries' | 'topics' | 'tags' | 'promptIds' | 'branded'> {
  projectId: string;
}

/** Filters by engine only. */
export interface EngineFilters extends CountFilters {
  countries: never[];
  topics: never[];
  tags: never[];
  promptIds: never[];
  branded: 'with';
}

/** Selects the rows of all prompts, engines and countries. */
export const noFilters: Omit<EngineFilters, 'projectId'> = {
  engines: [],
  countries: [],
  topics: [],
  tags: [],
  promptIds: [],
  branded: 'with',
};

/** Rows of certain subjects only. */
export interface SubjectCondition {
  brandId?: string | undefined;
  domains?: readonly string[] | undefined;
  /** Domains and search queries that contain a text. */
  domainText?: string | undefined;
  query?: string | undefined;
  queryText?: string | undefined;
  /** Only prompts that contain no tracked brand. */
  isUnbranded?: boolean | undefined;
}

/** Joins conditions by AND; without any, the result is true. */
export function joinConditions(conditions: readonly (SQL | false | undefined)[]): SQL {
  const active = conditions.filter((condition) => condition !== false && condition !== undefined);
  return active.length > 0 ? sql.join(active, sql` AND `) : sql`true`;
}

/** Selects the published scoring version of a project. Rollups and mentions of any other version are being written or removed. */
export function selectScoringVersion(organizationId: string, projectId: string): SQL {
  return sql`(SELECT projects.scoring_version FROM projects
    WHERE projects.organization_id = ${organizationId} AND projects.id = ${projectId})`;
}

/** The condition that a row belongs to the published rollups of a project; the first columns of their keys. */
export function isPublished(organizationId: string, projectId: string): SQL {
  return sql`organization_id = ${organizationId} AND project_id = ${projectId}
    AND scoring_version = ${selectScoringVersion(organizationId, projectId)}`;
}

/** Selects the prompts that contain a tracked brand, among those with rows from the first to the last day of some periods. */
export function selectBrandedPrompts(
  { organizationId }: Pick<Context, 'organizationId'>,
  projectId: string,
  periods: readonly Period[],
): SQL {
  const from = periods.map((period) => period.from).sort()[0];
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  return sql`SELECT prompt_id FROM daily_answers
    WHERE ${isPublished(organizationId, projectId)} AND day BETWEEN ${from}::date AND ${to}::date AND is_branded_prompt`;
}

/**
 * Builds the condition that a row matches the filters by engine, country and prompt. `false OR` makes a subquery a hashed
 * subplan. As a join, its size would be misestimated, and the query would take seconds.
 */
export function isInSegments(organizationId: string, filters: CountFilters): SQL {
  const { projectId, engines, countries, topics, tags, promptIds } = filters;
  const isMatchingPrompt = joinConditions([
    sql`prompts.organization_id = ${organizationId} AND prompts.project_id = ${projectId}`,
    topics.length > 0 && sql`prompts.topic = ANY (${sql.param(topics)}::text[])`,
    tags.length > 0 && sql`prompts.tags && ${sql.param(tags)}::text[]`,
  ]);
  return joinConditions([
    engines.length > 0 && sql`engine = ANY (${sql.param(engines)}::text[])`,
    countries.length > 0 && sql`country = ANY (${sql.param(countries)}::text[])`,
    topics.length + tags.length > 0 &&
      sql`(false OR prompt_id IN (SELECT prompts.id FROM prompts WHERE ${isMatchingPrompt}))`,
    promptIds.length > 0 && sql`prompt_id = ANY (${sql.param(promptIds)}::uuid[])`,
  ]);
}

/** Escapes the characters that LIKE treats as wildcards. */
const toPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Builds the condition on the subjects of the rows of a daily or monthly rollup. */
export function isSubject(
  { brandId, domains, domainText, query, queryText }: SubjectCondition,
  { isMonthly }: { isMonthly: boolean },
): SQL {
  const isOneDomain = domains?.length === 1;
  // Several domains are kept out of the condition on the daily index, whose last column is the domain, which is faster.
  const domain = isMonthly || isOneDomain ? sql`domain` : sql`domain || ''`;
  return joinConditions([
    brandId !== undefined && sql`brand_id = ${brandId}::uuid`,
    domains &&
      (isOneDomain ? sql`${domain} = ${domains[0]}` : sql`${domain} = ANY (${sql.param(domains)}::text[])`),
    domainText !== undefined && sql`domain LIKE ${toPattern(domainText)}`,
    query !== undefined && sql`query = ${query}`,
    queryText !== undefined && sql`query LIKE ${toPattern(queryText)}`,
  ]);
}

/** The columns that counts need besides those of a rollup. @param isBranded whether the prompt of a row contains a tracked brand */
export function selectNeededColumns(
  context: Pick<Context, 'organizationId'>,
  needs: ReadonlySet<string | undefined>,
  { sentiment, isBranded }: { sentiment: SentimentAvailability; isBranded: SQL },
): SQL {
  const branded = needs.has('is_branded') ? sql`, ${isBranded} AS is_branded` : sql``;
  return needs.has('is_classified')
    ? sql`${branded}, ${isClassified(context, sentiment)} AS is_classified`
    : branded;
}
