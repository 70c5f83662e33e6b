import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { invalidField } from '#lib/core/errors';
import { formatFileName } from '#lib/core/file-name';
import type { ExportedRow, ExportedTable } from '#lib/dashboard/exports/exported-table';
import type { ExportedColumn } from '#lib/dashboard/exports/file-columns';
import { writeXlsx } from '#lib/dashboard/exports/write-xlsx';

type Rows = AsyncIterable<ExportedRow> | Iterable<ExportedRow>;

/**
 * Writes rows as CSV (RFC 4180) that a spreadsheet can open safely: a byte order mark for UTF-8, and an
 * apostrophe before every text that looks like a formula (OWASP, "CSV injection"). Numbers stay numbers. A
 * failure of `rows` aborts the stream, so that a partial file is not mistaken for a complete one.
 */
export function writeCsv(columns: readonly ExportedColumn[], rows: Rows): Readable {
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
export function writeJson(columns: readonly ExportedColumn[], rows: Rows): Readable {
  return Readable.from(formatJson(columns, rows), { objectMode: false });
}

async function* formatJson(columns: readonly ExportedColumn[], rows: Rows): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    const complete = Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null]));
    yield `${separator}${JSON.stringify(complete)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** A file that is written while its rows are read. */
export interface ExportedFile {
  name: string;
  /** Media type. */
  type: string;
  body: Readable;
}

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
};
type ExportFormat = keyof typeof formats;

/**
 * Writes a table as a file that is named after its subject, its period and its filters, but not after the period it is
 * compared with: "kayaks domain-pages 2026-10-26 to 2026-11-22 trail.example chat DE.csv". The errors below and those of
 * `input` are thrown before any row is sent.
 * @param file its subject is the name of the project, the report or the organization
 * @param input what the table’s rows depend on
 * @throws ServiceError VALIDATION_ERROR for a format other than `csv`, `json` and `xlsx`
 */
export async function writeTable<Input extends unknown[]>(
  exported: ExportedTable<Input>,
  file: { subject: string; format: string },
  ...input: Input
): Promise<ExportedFile> {
  const format = parseFormat(file.format);
  const description = await exported.describeRows(...input);
  const name = formatFileName({
    ...description,
    subject: file.subject,
    table: exported.name,
    extension: format,
  });
  const { type, write } = formats[format];
  return { name, type, body: write(exported.columns, await exported.rows(...input)) };
}

function parseFormat(format: string): ExportFormat {
  if (format === 'csv' || format === 'json' || format === 'xlsx') return format;
  throw invalidField('format', 'Use the format csv, json or xlsx.');
}
