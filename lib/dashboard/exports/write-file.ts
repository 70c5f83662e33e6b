import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ExportedRow, ExportedTable } from '#lib/dashboard/exports/exported-table';

/**
 * Rows as CSV (RFC 4180) that a spreadsheet opens without harm: a byte order mark, so that it reads UTF-8, and an
 * apostrophe before every text that it would take for a formula (OWASP, "CSV injection"). Numbers stay numbers. A
 * failure of `rows` breaks the stream off, so that half a file is not taken for a whole one.
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

/** Rows as one JSON array of objects, a row a line, with every column's key in each. */
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
 * A name that every file system takes: "kayaks visibility-over-time 2026-10-26 to 2026-11-22.csv".
 * @param days null where it is of no days
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

/** Letters, digits and single spaces; what a path, a header or a shell would read otherwise becomes a space. */
function safe(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, longestPart)
    .trim();
}
