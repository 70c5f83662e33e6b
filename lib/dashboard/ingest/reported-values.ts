import type { Engine } from '#lib/contract/engines';

/** Which values the provider of an answer reported. A value that it did not report is unknown, never zero. */
export interface ReportedValues {
  hasReportedQueries: boolean;
  hasReportedCitations: boolean;
}

/** The engines whose results had no citations in earlier releases. */
const enginesWithoutCitations = (['social', 'overview', 'search', 'search/news'] satisfies Engine[])
  .map((engine) => `'${engine}'`)
  .join(', ');

// Earlier releases stored empty lists for values that were not reported. Of their answers, those of engines whose results
// had no citations count as answers without reported citations. Those without search queries count as answers without
// reported queries, except the answers of `social`: xAI, its only provider, reports whether it searched.

/** The SQL of `hasReportedQueries` for a row of `answers`. */
export const hasReportedQueriesSql =
  "coalesce(has_reported_queries, cardinality(search_queries) > 0 OR engine = 'social')";

/** The SQL of `hasReportedCitations` for a row of `answers`. */
export const hasReportedCitationsSql = `coalesce(has_reported_citations, engine NOT IN (${enginesWithoutCitations}))`;

/** The columns of rollups that count answers without reported values, with their SQL for rows of earlier releases. */
const unreportedCounts = {
  without_reported_queries: (row: string) =>
    `CASE ${row}engine WHEN 'social' THEN 0 ELSE ${row}answered - ${row}with_search_queries END`,
  without_reported_citations: (row: string) => countAllWithoutCitations(row, 'answered'),
  listed_without_reported_citations: (row: string) => countAllWithoutCitations(row, 'listed'),
};

function countAllWithoutCitations(row: string, count: string): string {
  return `CASE WHEN ${row}engine IN (${enginesWithoutCitations}) THEN ${row}${count} ELSE 0 END`;
}

/** Returns the SQL of a count of answers without reported values. @param row the name of the row in the query; '' for none */
function countUnreportedSql(column: keyof typeof unreportedCounts, row: string): string {
  const prefix = row === '' ? '' : `${row}.`;
  return `coalesce(${prefix}${column}, ${unreportedCounts[column](prefix)})`;
}

/** Returns the SQL that adds the count of an excluded row to that of the stored one. */
export function addUnreportedSql(column: keyof typeof unreportedCounts): string {
  return `${column} = ${countUnreportedSql(column, 'stored')} + excluded.${column}`;
}

/** The SQL of the number of answers with reported search queries in a row of `daily_answers`. */
export const withReportedQueriesSql = `(answered - ${countUnreportedSql('without_reported_queries', '')})`;

/** The SQL of the number of answers with reported citations in a row of `daily_answers` or `monthly_answers`. */
export const withReportedCitationsSql = `(answered - ${countUnreportedSql('without_reported_citations', '')})`;

/** The SQL of the number of these that list the domain of a row of `daily_domains` or `monthly_domains`. */
export const listedWithReportedCitationsSql = `(listed - ${countUnreportedSql('listed_without_reported_citations', '')})`;
