import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { cleanTags, findPromptProblems, type PromptDraft } from '#lib/dashboard/prompts/prompt';

/** A valid prompt of a file. */
export interface ParsedPrompt extends PromptDraft {
  /** The line it begins on, from 1. */
  line: number;
}

/**
 * How lines with separators are read without a header: `split` into prompt, topic, tags and language, or `whole`, each
 * as one prompt.
 */
export type LineMode = 'split' | 'whole';
export const lineModeSchema = z.enum(['split', 'whole']).optional();

export interface ParsedPrompts {
  prompts: ParsedPrompt[];
  problems: LineProblem[];
  /** Null with a header or without separators. */
  lineMode: LineMode | null;
}

const columns = ['prompt', 'topic', 'tags', 'language'] as const;
type Column = (typeof columns)[number];
const otherNames: Record<string, Column> = {
  text: 'prompt',
  question: 'prompt',
  query: 'prompt',
  tag: 'tags',
  lang: 'language',
  locale: 'language',
  category: 'topic',
};

const maxPrompts = 10_000;
/** The prompts, a header and one more. */
const maxPromptRows = maxPrompts + 2;

/**
 * Reads a CSV of prompts: columns prompt, topic, tags (separated by | or ;) and language, in any order under a
 * header, or in this order without one; separated by commas, semicolons or tabs. Every problem has its line number.
 * @param requestedMode how to read lines without a header; by default as whole if a space follows a comma, as in
 * sentences
 */
export function parsePromptsCsv(csv: string, requestedMode?: LineMode): ParsedPrompts {
  const { rows, separator, problem } = parseCsvRows(csv);
  const reject = (lineProblem: LineProblem): ParsedPrompts => ({
    prompts: [],
    problems: [lineProblem],
    lineMode: null,
  });
  if (problem) return reject(problem);
  const first = rows[0];
  if (!first) return reject({ line: 1, message: 'The file is empty. Write one prompt per line.' });
  const header = readHeader(first.fields);
  const body = header ? rows.slice(1) : rows;
  const lineMode = header ? null : chooseLineMode(body, requestedMode);
  const order: (Column | undefined)[] = lineMode === 'whole' ? ['prompt'] : (header ?? [...columns]);
  if (!order.includes('prompt')) {
    const message =
      'The file has no column "prompt". Rename the column that contains the prompts to "prompt".';
    return reject({ line: first.line, message });
  }
  if (body.length > maxPrompts) {
    const message = `The file has more than ${maxPrompts} prompts. Import at most ${maxPrompts} at once.`;
    return reject({ line: first.line, message });
  }
  // With prompts as the only column, separators are part of the text.
  const whole = ({ line, fields }: Row) => ({ line, fields: [fields.join(separator)] });
  return { ...readBody(order.length === 1 ? body.map(whole) : body, order), lineMode };
}

function chooseLineMode(body: Row[], requestedMode: LineMode | undefined): ParsedPrompts['lineMode'] {
  const parts = body.flatMap(({ fields }) => fields.slice(1));
  if (parts.length === 0) return null;
  return requestedMode ?? (parts.some((part) => /^ \S/.test(part)) ? 'whole' : 'split');
}

function readBody(body: Row[], order: (Column | undefined)[]): Omit<ParsedPrompts, 'lineMode'> {
  const prompts: ParsedPrompt[] = [];
  const problems: LineProblem[] = [];
  const lineByText = new Map<string, number>();
  for (const { line, fields } of body) {
    const draft = readDraft(fields, order);
    const messages = findPromptProblems(draft);
    if (fields.length > order.length) {
      messages.push(
        `Expected ${order.length} columns but found ${fields.length}. Enclose prompts that contain the separator in double quotes.`,
      );
    }
    const earlier = lineByText.get(draft.text);
    if (earlier !== undefined && draft.text !== '') {
      messages.push(`The same prompt is on line ${earlier}. Remove one of them.`);
    } else lineByText.set(draft.text, line);
    for (const message of messages) problems.push({ line, message });
    if (messages.length === 0) prompts.push({ line, ...draft });
  }
  return { prompts, problems };
}

function readDraft(fields: string[], order: (Column | undefined)[]): PromptDraft {
  const value = (column: Column) => (fields[order.indexOf(column)] ?? '').trim();
  return {
    text: value('prompt'),
    topic: value('topic'),
    tags: cleanTags(value('tags').split(/[|;]/)),
    language: value('language') || 'en',
  };
}

/** Returns the columns of a header; undefined if the line is not one. Unknown columns are ignored. */
function readHeader(fields: string[]): (Column | undefined)[] | undefined {
  const header = fields.map((field) => {
    const word = field.trim().toLowerCase();
    return columns.find((column) => column === word) ?? otherNames[word];
  });
  return header.some((column) => column !== undefined) ? header : undefined;
}

/** Limits, so that no file keeps the process busy: a prompt has at most 10,000 characters. */
const maxFileLength = 2_000_000;
const maxLineLength = 100_000;
const tooLongMessage = `The line is longer than ${maxLineLength.toLocaleString('en')} characters. Shorten it, or check its quotes.`;

/** A row of a CSV and the line it begins on, from 1. */
export interface Row {
  line: number;
  fields: string[];
}

/** A problem of a line. */
export interface LineProblem {
  line: number;
  message: string;
}

/**
 * Parses the first `maxRows` rows of a CSV with commas, semicolons or tabs, with or without a byte order mark, without
 * empty rows. Returns a problem and no rows if quotes do not match.
 */
export function parseCsvRows(
  csv: string,
  { maxRows = maxPromptRows }: { maxRows?: number } = {},
): { rows: Row[]; separator: string; problem?: LineProblem } {
  const separator = detectSeparator(csv.slice(0, csv.search(/\r|\n|$/)));
  if (csv.length > maxFileLength) {
    const message = `The file is longer than ${maxFileLength.toLocaleString('en')} characters. Split it and import the parts.`;
    return { separator, rows: [], problem: { line: 1, message } };
  }
  // The parser counts only what is between separators.
  const longLine = csv.split(/\r\n|\r|\n/).findIndex((line) => line.length > maxLineLength);
  if (longLine !== -1)
    return { separator, rows: [], problem: { line: longLine + 1, message: tooLongMessage } };
  try {
    const parsed = parse(csv, {
      bom: true,
      delimiter: separator,
      info: true,
      max_record_size: maxLineLength,
      relax_column_count: true,
      skip_empty_lines: true,
      to: maxRows,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const rows = parsed.map(({ record, info }) => ({
      line: getStartLine(record, info.lines),
      fields: record,
    }));
    return { separator, rows: rows.filter(({ fields }) => fields.some((field) => field.trim() !== '')) };
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : 1;
    if (error instanceof Error && 'code' in error && error.code === 'CSV_MAX_RECORD_SIZE') {
      return { separator, rows: [], problem: { line, message: tooLongMessage } };
    }
    const message =
      'Unbalanced quotes. Enclose fields that contain quotes, separators or line breaks in double quotes, and double the quotes inside.';
    return { separator, rows: [], problem: { line, message } };
  }
}

/** The parser returns a record's last line; quoted fields can contain line breaks. */
function getStartLine(fields: string[], lastLine: number): number {
  const breaks = fields.reduce((sum, field) => sum + (field.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  return lastLine - breaks;
}

function detectSeparator(line: string): string {
  const unquoted = line.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: unquoted.split(sign).length - 1 }));
  // A comma always wins; other separators count only without one.
  return counts[0]?.count ? ',' : (counts.find(({ count }) => count > 0)?.sign ?? ',');
}
