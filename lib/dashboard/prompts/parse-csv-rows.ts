import { z } from 'zod';
import { defineMessages } from '#lib/core/messages';
import { readCsvLine, type Separator, separators } from '#lib/dashboard/prompts/read-csv-line';

/** A row of a CSV. */
export interface CsvRow {
  /** The line it begins on, from 1. */
  line: number;
  /** The line it ends on. */
  lastLine: number;
  fields: string[];
  /** As in the file. */
  text: string;
}

/** A line that cannot be imported. */
export const lineErrorSchema = z.object({
  line: z.number(),
  text: z.string().describe('The line as in the file; empty if the error concerns the whole file.'),
  message: z.string(),
});
export type LineError = z.output<typeof lineErrorSchema>;

export interface CsvRows {
  rows: CsvRow[];
  separator: Separator;
  errors: LineError[];
}

/** Limits that keep parsing fast, whatever the file contains. Valid rows are far shorter: a prompt has at most 10,000 characters. */
const maxFileLength = 2_000_000;
const maxRowLength = 100_000;
const maxRowLines = 20;

/**
 * Parses up to `maxRows` rows of a CSV, whose separators are commas, semicolons or tabs. Skips a byte order mark and
 * empty rows. A first line such as "sep=;", which Excel writes, sets the separator. A line whose quotes do not match is
 * reported as an error and affects no other line.
 */
export function parseCsvRows(csv: string, { maxRows }: { maxRows: number }): CsvRows {
  const text = csv.replace(/^\ufeff/, '');
  if (text.length > maxFileLength) {
    const message = `The file is longer than ${maxFileLength.toLocaleString('en')} characters. Split it and import the parts.`;
    return { separator: ',', rows: [], errors: [{ line: 1, text: '', message }] };
  }
  const rows: CsvRow[] = [];
  const errors: LineError[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  const declaration = /^"?sep=(.)"?$/i.exec(lines[0] ?? '');
  const firstIndex = declaration ? 1 : 0;
  const separator =
    separators.find((known) => known === declaration?.[1]) ?? detectSeparator(lines[firstIndex] ?? '');
  const readRow = createRowReader(lines, separator);
  for (let index = firstIndex; index < lines.length && rows.length + errors.length < maxRows; ) {
    if (lines[index] === '') {
      index += 1;
      continue;
    }
    const row = readRow(index);
    if (row === null || hasUnmatchedQuote(row, rows[0]?.fields.length, separator)) {
      errors.push(describeInvalidLine(index + 1, lines[index] ?? ''));
      index += 1;
      continue;
    }
    const { fields, rowLines } = row;
    const line = index + 1;
    index += rowLines.length;
    if (fields.every((field) => field.trim() === '')) continue;
    rows.push({ line, lastLine: index, fields, text: rowLines.join('\n') });
  }
  return { separator, rows, errors };
}

interface RawRow {
  fields: string[];
  rowLines: string[];
}

/**
 * Creates a function that reads the row beginning at a line; it returns null if no valid row begins there. Each line is
 * read at most once as the continuation of a row, even if several rows could contain it.
 */
function createRowReader(lines: readonly string[], separator: Separator) {
  const continuations = new Map<number, ReturnType<typeof readCsvLine>>();
  const readContinuation = (index: number) => {
    const known = continuations.get(index);
    if (known !== undefined) return known;
    const line = lines[index];
    const read = line === undefined ? null : readCsvLine(line, separator, true);
    continuations.set(index, read);
    return read;
  };
  return (start: number): RawRow | null => {
    const line = lines[start] ?? '';
    let length = line.length;
    let last = length > maxRowLength ? null : readCsvLine(line, separator, false);
    const parts = [last?.fields ?? []];
    while (last?.isOpen) {
      const index = start + parts.length;
      length += 1 + (lines[index]?.length ?? 0);
      if (parts.length === maxRowLines || length > maxRowLength) return null;
      last = readContinuation(index);
      parts.push(last?.fields ?? []);
    }
    return last && { fields: joinParts(parts), rowLines: lines.slice(start, start + parts.length) };
  };
}

/** Joins the fields of the lines of a row: the last field of a line continues with the first one of the next line. */
function joinParts([first = [], ...others]: readonly string[][]): string[] {
  const fields = [...first];
  for (const [continued = '', ...next] of others) {
    fields.push(`${fields.pop() ?? ''}\n${continued}`);
    for (const field of next) fields.push(field);
  }
  return fields;
}

/**
 * Returns whether the quote that joins the lines of a row is probably unmatched. Two conditions must hold: every line
 * after the first is empty or a complete row; and the joined row has a wrong number of columns, or the first line has
 * the right number if its quote is ignored.
 * @param columnCount the number of columns of the first row of the file; undefined if this is the first row
 */
function hasUnmatchedQuote(
  { fields, rowLines }: RawRow,
  columnCount: number | undefined,
  separator: Separator,
): boolean {
  const [first = '', ...others] = rowLines;
  const last = others.at(-1);
  if (last === undefined) return false;
  const countLineColumns = (line: string) => {
    const read = readCsvLine(line, separator, false);
    return read === null || read.isOpen ? 0 : countColumns(read.fields);
  };
  const expected = columnCount ?? countLineColumns(last);
  return (
    expected > 1 &&
    (fields.length !== expected || countColumns(first.split(separator)) === expected) &&
    others.every((line) => line === '' || countLineColumns(line) === expected)
  );
}

/** Counts fields as columns, unless their separator is probably part of a sentence or a number: "a, b", "1,000". */
function countColumns(fields: readonly string[]): number {
  return fields.filter((field, index) => {
    const isNumber = /^\d/.test(field) && /\d$/.test(fields[index - 1] ?? '');
    return index === 0 || !(field.startsWith(' ') || isNumber);
  }).length;
}

function describeInvalidLine(line: number, text: string): LineError {
  const message =
    text.length > maxRowLength
      ? `The line is longer than ${maxRowLength.toLocaleString('en')} characters. Shorten it.`
      : 'The quotes don’t match. Enclose a field that contains quotes, separators or line breaks in double quotes, and double the quotes inside.';
  return { line, text, message };
}

const messages = defineMessages({
  extraFields:
    'Expected {expected, plural, one {# column} other {# columns}} but found {found, number}. Enclose values that contain the separator in double quotes.',
});

/** Returns why a row with more fields than columns cannot be imported; null if it has no more, or only empty ones. */
export function describeExtraFields(fields: readonly string[], columnCount: number): string | null {
  if (fields.slice(columnCount).every((field) => field.trim() === '')) return null;
  return messages.extraFields({ expected: columnCount, found: fields.length });
}

function detectSeparator(line: string): Separator {
  const unquoted = line.replace(/"[^"]*"/g, '');
  // A comma always wins; other separators count only without one.
  return separators.find((separator) => unquoted.includes(separator)) ?? ',';
}
