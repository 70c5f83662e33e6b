import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ExportedRow, ExportedTable } from '#lib/dashboard/exports/exported-table';

/**
 * Writes rows as CSV (RFC 4180) that a spreadsheet can open safely: a byte order mark for UTF-8, and an
 * apostrophe before every text that looks like a formula (OWASP, "CSV injection"). Numbers stay numbers. A
 * failure of `rows` aborts the stream, so that a partial file is not mistaken for a complete one.
 */
export function writeCsv(
  columns: ExportedTable['columns'],
  rows: AsyncIterable<ExportedRow> | Iterable<ExportedRow>,
): Readable {
  const csv = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ key, label }) => ({ key, header: label })),
    escape_formulas: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
  });
  return pipeline(Readable.from(rows), csv, () => undefined);
}

/** Writes rows as a JSON array with one object on each line and every column key in each object. */
export function writeJson(
  columns: ExportedTable['columns'],
  rows: AsyncIterable<ExportedRow> | Iterable<ExportedRow>,
): Readable {
  return Readable.from(lines(columns, rows), { objectMode: false });
}

async function* lines(
  columns: ExportedTable['columns'],
  rows: AsyncIterable<ExportedRow> | Iterable<ExportedRow>,
): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const row of rows) {
    const whole = Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null]));
    yield `${lead}${JSON.stringify(whole)}`;
    lead = ',\n';
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}

const longestPart = 60;

/**
 * Returns a name that is valid in every file system: "kayaks visibility-over-time 2026-10-26 to 2026-11-22.csv".
 * @param days null for a table without a period
 */
export function fileName(
  project: string,
  table: string,
  days: { from: string; to: string } | null,
  format: string,
): string {
  const span = days && (days.from === days.to ? days.from : `${days.from} to ${days.to}`);
  return `${[safe(project) || 'project', table, ...(span ? [span] : [])].join(' ')}.${format}`;
}

/** Keeps letters, digits and single spaces, which are safe in paths, headers and shells. */
function safe(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, longestPart)
    .trim();
}
