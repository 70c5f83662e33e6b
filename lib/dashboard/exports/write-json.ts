import { Readable } from 'node:stream';
import type { ExportedRow, ExportedTable } from '#lib/dashboard/exports/exported-table';

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
