import { parse } from 'csv-parse/sync';

/** A row of a file with the line it begins on, from 1. */
export interface Row {
  line: number;
  fields: string[];
}

/** What is wrong with a line of a file, and what to do. */
export interface LineProblem {
  line: number;
  message: string;
}

/**
 * The rows of a CSV as spreadsheets write it: separated by commas, semicolons or tabs, with or without a byte order
 * mark; empty ones are passed over. One problem, and no row, where the quotes do not match up.
 */
export function parseCsvRows(csv: string): { rows: Row[]; separator: string; problem?: LineProblem } {
  const separator = detectSeparator(csv.slice(0, csv.search(/\r|\n|$/)));
  try {
    const parsed = parse(csv, {
      bom: true,
      delimiter: separator,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const rows = parsed.map(({ record, info }) => ({ line: startLine(record, info.lines), fields: record }));
    return { separator, rows: rows.filter(({ fields }) => fields.some((field) => field.trim() !== '')) };
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : 1;
    const message =
      'The quotes do not match up here. Put a field that holds quotes, separators or line breaks between double quotes, and double the quotes in it.';
    return { separator, rows: [], problem: { line, message } };
  }
}

/** The parser names a record's last line; a quoted field may hold line breaks. */
function startLine(fields: string[], lastLine: number): number {
  const breaks = fields.reduce((sum, field) => sum + (field.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  return lastLine - breaks;
}

function detectSeparator(line: string): string {
  const unquoted = line.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: unquoted.split(sign).length - 1 }));
  // A header or a plain question decides for the comma; another sign must be alone to be meant.
  return counts[0]?.count ? ',' : (counts.find(({ count }) => count > 0)?.sign ?? ',');
}
