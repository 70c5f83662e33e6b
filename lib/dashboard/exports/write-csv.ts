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
