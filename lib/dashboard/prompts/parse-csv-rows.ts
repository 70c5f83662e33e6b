/** A row of a CSV. */
export interface CsvRow {
  /** The line it begins on, from 1. */
  line: number;
  fields: string[];
  /** As in the file. */
  text: string;
}

/** A line that cannot be imported. */
export interface LineError {
  line: number;
  /** The line as in the file; '' if the error concerns the whole file. */
  text: string;
  message: string;
}

export interface CsvRows {
  rows: CsvRow[];
  separator: Separator;
  errors: LineError[];
}

/** Limits, so that no file keeps the process busy: a prompt has at most 10,000 characters. */
const maxFileLength = 2_000_000;
const maxRowLength = 100_000;
const maxRowLines = 20;

const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];

/**
 * Parses up to `maxRows` rows of a CSV with commas, semicolons or tabs, with or without a byte order mark, without
 * empty rows. A quote inside an unquoted field is text. A line whose quotes do not match is reported as an error and
 * affects no other line.
 */
export function parseCsvRows(csv: string, { maxRows }: { maxRows: number }): CsvRows {
  const text = csv.replace(/^\ufeff/, '');
  const separator = detectSeparator(text.slice(0, text.search(/\r|\n|$/)));
  if (text.length > maxFileLength) {
    const message = `The file is longer than ${maxFileLength.toLocaleString('en')} characters. Split it and import the parts.`;
    return { separator, rows: [], errors: [{ line: 1, text: '', message }] };
  }
  const rows: CsvRow[] = [];
  const errors: LineError[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  for (let index = 0; index < lines.length && rows.length + errors.length < maxRows; ) {
    if (lines[index] === '') {
      index += 1;
      continue;
    }
    const length = countRowLines(lines, index, separator);
    const row = lines.slice(index, index + length).join('\n');
    if (length === 0) errors.push(describeInvalidLine(index + 1, lines[index] ?? ''));
    else {
      const fields = splitFields(row, separator);
      if (fields.some((field) => field.trim() !== '')) rows.push({ line: index + 1, fields, text: row });
    }
    index += Math.max(1, length);
  }
  return { separator, rows, errors };
}

/** Returns the number of lines of the row that begins at `index`; 0 if no valid row begins there. */
function countRowLines(lines: readonly string[], index: number, separator: Separator): number {
  const { row } = patterns[separator];
  let text = lines[index] ?? '';
  for (let length = 1; text.length <= maxRowLength; length += 1) {
    if (row.test(text)) return length;
    const next = lines[index + length];
    if (!text.includes('"') || next === undefined || length === maxRowLines) return 0;
    text += `\n${next}`;
  }
  return 0;
}

/** Returns the fields of a row that matches its pattern. */
function splitFields(row: string, separator: Separator): string[] {
  const { field } = patterns[separator];
  const fields: string[] = [];
  for (let start = 0; start <= row.length; start = field.lastIndex + 1) {
    field.lastIndex = start;
    const [text = '', quoted] = field.exec(row) ?? [];
    fields.push(quoted === undefined ? text : quoted.replaceAll('""', '"'));
  }
  return fields;
}

function describeInvalidLine(line: number, text: string): LineError {
  const message =
    text.length > maxRowLength
      ? `The line is longer than ${maxRowLength.toLocaleString('en')} characters. Shorten it.`
      : 'The quotes don’t match. Enclose a field that contains quotes, separators or line breaks in double quotes, and double the quotes inside.';
  return { line, text, message };
}

/** Builds the patterns of rows and fields: only a field that begins with a quote can contain separators and line breaks. */
function buildPatterns(separator: Separator) {
  const unquoted = `[^"${separator}\\n][^${separator}\\n]*|`;
  const quoted = '(?:[^"]|"")*';
  const field = `(?:"${quoted}"|${unquoted})`;
  return {
    row: new RegExp(`^${field}(?:${separator}${field})*$`),
    field: new RegExp(`"(${quoted})"|${unquoted}`, 'y'),
  };
}

const patterns: Record<Separator, ReturnType<typeof buildPatterns>> = {
  ',': buildPatterns(','),
  ';': buildPatterns(';'),
  '\t': buildPatterns('\t'),
};

function detectSeparator(line: string): Separator {
  const unquoted = line.replace(/"[^"]*"/g, '');
  // A comma always wins; other separators count only without one.
  return separators.find((separator) => unquoted.includes(separator)) ?? ',';
}
