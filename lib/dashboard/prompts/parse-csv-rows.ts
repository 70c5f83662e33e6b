import { parse } from 'csv-parse/sync';

/** A row of a CSV. */
export interface Row {
  /** The line it begins on, from 1. */
  line: number;
  fields: string[];
  /** As in the file. */
  text: string;
}

/** A line that cannot be imported. */
export interface LineProblem {
  line: number;
  /** The line as in the file; '' if the problem concerns the whole file. */
  text: string;
  message: string;
}

export interface CsvRows {
  rows: Row[];
  separator: Separator;
  problems: LineProblem[];
}

/** Limits, so that no file keeps the process busy: a prompt has at most 10,000 characters. */
const maxFileLength = 2_000_000;
const maxRowLength = 100_000;
const maxRowLines = 20;

const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];

/**
 * Parses up to `maxRows` rows of a CSV with commas, semicolons or tabs, with or without a byte order mark, without
 * empty rows. A quote inside an unquoted field is text. A line whose quotes do not match is a problem and affects no
 * other line.
 */
export function parseCsvRows(csv: string, { maxRows }: { maxRows: number }): CsvRows {
  const text = csv.replace(/^\ufeff/, '');
  const separator = detectSeparator(text.slice(0, text.search(/\r|\n|$/)));
  if (text.length > maxFileLength) {
    const message = `The file is longer than ${maxFileLength.toLocaleString('en')} characters. Split it and import the parts.`;
    return { separator, rows: [], problems: [{ line: 1, text: '', message }] };
  }
  const { validText, problems } = removeInvalidLines(text.split(/\r\n|\r|\n/), separator, maxRows);
  const parsed = parse(validText, {
    delimiter: separator,
    info: true,
    raw: true,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: maxRows,
  }) as unknown as { record: string[]; info: { lines: number }; raw: string }[];
  const rows = parsed.map(({ record, info, raw }) => {
    const row = raw.replace(/^\n+|\n$/g, '');
    return { line: info.lines - row.split('\n').length + 1, fields: record, text: row };
  });
  return {
    separator,
    rows: rows.filter(({ fields }) => fields.some((field) => field.trim() !== '')),
    problems,
  };
}

/** Empties the lines that cannot be part of a row, so that the other lines keep their numbers. */
function removeInvalidLines(lines: readonly string[], separator: Separator, maxRows: number) {
  const row = rowPatterns[separator];
  const valid: string[] = [];
  const problems: LineProblem[] = [];
  for (let index = 0, count = 0; index < lines.length && count < maxRows; ) {
    const length = countRowLines(lines, index, row);
    if (length > 0) valid.push(...lines.slice(index, index + length));
    else {
      valid.push('');
      problems.push(describeInvalidLine(index + 1, lines[index] ?? ''));
    }
    count += lines[index] === '' ? 0 : 1;
    index += Math.max(1, length);
  }
  return { validText: valid.join('\n'), problems };
}

/** Returns the number of lines of the row that begins at `index`; 0 if none does. */
function countRowLines(lines: readonly string[], index: number, row: RegExp): number {
  let text = lines[index] ?? '';
  for (let length = 1; text.length <= maxRowLength; length += 1) {
    if (row.test(text)) return length;
    const next = lines[index + length];
    if (!text.includes('"') || next === undefined || length === maxRowLines) return 0;
    text += `\n${next}`;
  }
  return 0;
}

function describeInvalidLine(line: number, text: string): LineProblem {
  const message =
    text.length > maxRowLength
      ? `The line is longer than ${maxRowLength.toLocaleString('en')} characters. Shorten it.`
      : 'Its quotes don’t match. Enclose a field that contains quotes, separators or line breaks in double quotes, and double the quotes inside.';
  return { line, text, message };
}

/** Matches rows: only a field that begins with a quote can contain separators and line breaks. */
function buildRowPattern(separator: Separator): RegExp {
  const field = `(?:"(?:[^"]|"")*"|[^"${separator}\\n][^${separator}\\n]*|)`;
  return new RegExp(`^${field}(?:${separator}${field})*$`);
}

const rowPatterns: Record<Separator, RegExp> = {
  ',': buildRowPattern(','),
  ';': buildRowPattern(';'),
  '\t': buildRowPattern('\t'),
};

function detectSeparator(line: string): Separator {
  const unquoted = line.replace(/"[^"]*"/g, '');
  // A comma always wins; other separators count only without one.
  return separators.find((separator) => unquoted.includes(separator)) ?? ',';
}
