import { z } from 'zod';
import { type CsvRow, type LineError, parseCsvRows } from '#lib/dashboard/prompts/parse-csv-rows';
import { cleanTags, findPromptErrors, type PromptDraft, parseLanguage } from '#lib/dashboard/prompts/prompt';

/** A valid prompt from a file. */
export interface ParsedPrompt extends PromptDraft {
  /** The line it begins on, from 1. */
  line: number;
}

/**
 * How to read a file that has separators but no header: `split` each line into prompt, topic, tags and language, or read
 * the `whole` line as one prompt.
 */
export type LineMode = 'split' | 'whole';
export const lineModeSchema = z.enum(['split', 'whole']).optional();

export interface ParsedPrompts {
  prompts: ParsedPrompt[];
  /** The lines that cannot be imported, in the order of the file. */
  errors: LineError[];
  /** The header line as written in the file; null if there is none. */
  header: string | null;
  /** Null if the file has a header or no separators. */
  lineMode: LineMode | null;
}

const columns = ['prompt', 'topic', 'tags', 'language'] as const;
type Column = (typeof columns)[number];
const columnAliases: Record<string, Column> = {
  prompts: 'prompt',
  text: 'prompt',
  question: 'prompt',
  questions: 'prompt',
  query: 'prompt',
  queries: 'prompt',
  keyword: 'prompt',
  keywords: 'prompt',
  topics: 'topic',
  category: 'topic',
  group: 'topic',
  tag: 'tags',
  label: 'tags',
  labels: 'tags',
  lang: 'language',
  locale: 'language',
  'language code': 'language',
};

const maxPrompts = 10_000;
/** Number of rows to read: the header, the prompts, and one more row to detect that there are too many prompts. */
const maxPromptRows = maxPrompts + 2;

/**
 * Parses a CSV of prompts: columns prompt, topic, tags (separated by | or ;) and language, in any order under a
 * header, or in this order without one; separated by commas, semicolons or tabs. Invalid lines are reported as errors;
 * the other lines are parsed, unless the file has no prompt column or too many lines.
 * @param requestedMode how to read lines without a header; by default `whole` if a space follows a separator, as in
 * sentences, otherwise `split`
 */
export function parsePromptsCsv(csv: string, requestedMode?: LineMode): ParsedPrompts {
  const { rows, separator, errors } = parseCsvRows(csv, { maxRows: maxPromptRows });
  const reject = (...rejections: LineError[]): ParsedPrompts => ({
    prompts: [],
    errors: rejections,
    header: null,
    lineMode: null,
  });
  const first = rows[0];
  if (!first) {
    const empty = { line: 1, text: '', message: 'The file is empty. Write one prompt per line.' };
    return errors.length > 0 ? reject(...errors) : reject(empty);
  }
  const header = readHeader(first.fields);
  const body = header ? rows.slice(1) : rows;
  const lineMode = header ? null : chooseLineMode(body, requestedMode);
  const order: (Column | undefined)[] = lineMode === 'whole' ? ['prompt'] : (header ?? [...columns]);
  if (!order.includes('prompt')) {
    const message =
      'The file has no column "prompt". Rename the column that contains the prompts to "prompt".';
    return reject({ line: first.line, text: '', message });
  }
  if (body.length + errors.length > maxPrompts) {
    const limit = maxPrompts.toLocaleString('en');
    const message = `The file has more than ${limit} prompts. Import at most ${limit} at once.`;
    return reject({ line: first.line, text: '', message });
  }
  // With prompts as the only column, separators are part of the text.
  const joinFields = ({ fields, ...row }: CsvRow) => ({ ...row, fields: [fields.join(separator)] });
  const parsed = readBody(order.length === 1 ? body.map(joinFields) : body, order);
  return {
    prompts: parsed.prompts,
    errors: [...errors, ...parsed.errors].sort((a, b) => a.line - b.line),
    header: header ? first.text : null,
    lineMode,
  };
}

function chooseLineMode(body: CsvRow[], requestedMode: LineMode | undefined): ParsedPrompts['lineMode'] {
  const parts = body.flatMap(({ fields }) => fields.slice(1));
  if (parts.length === 0) return null;
  return requestedMode ?? (parts.some((part) => /^ \S/.test(part)) ? 'whole' : 'split');
}

function readBody(body: CsvRow[], order: (Column | undefined)[]): Pick<ParsedPrompts, 'prompts' | 'errors'> {
  const prompts: ParsedPrompt[] = [];
  const errors: LineError[] = [];
  const lineByText = new Map<string, number>();
  for (const { line, fields, text } of body) {
    const draft = readDraft(fields, order);
    const messages = findPromptErrors(draft);
    if (fields.length > order.length) {
      messages.push(
        `Expected ${order.length} columns but found ${fields.length}. Enclose prompts that contain the separator in double quotes.`,
      );
    }
    const earlier = lineByText.get(draft.text);
    if (earlier !== undefined && draft.text !== '') {
      messages.push(`The same prompt is on line ${earlier}. Remove one of them.`);
    } else lineByText.set(draft.text, line);
    if (messages.length > 0) errors.push({ line, text, message: messages.join(' ') });
    else prompts.push({ line, ...draft });
  }
  return { prompts, errors };
}

function readDraft(fields: string[], order: (Column | undefined)[]): PromptDraft {
  const value = (column: Column) => (fields[order.indexOf(column)] ?? '').trim();
  return {
    text: value('prompt'),
    topic: value('topic'),
    tags: cleanTags(value('tags').split(/[|;]/)),
    language: value('language') === '' ? 'en' : (parseLanguage(value('language')) ?? value('language')),
  };
}

/** Returns the columns of a header; undefined if the line is not one. Unknown columns are ignored. */
function readHeader(fields: string[]): (Column | undefined)[] | undefined {
  const header = fields.map((field) => {
    const word = field.trim().toLowerCase().replaceAll(/[_-]/g, ' ');
    return columns.find((column) => column === word) ?? columnAliases[word];
  });
  return header.some((column) => column !== undefined) ? header : undefined;
}
