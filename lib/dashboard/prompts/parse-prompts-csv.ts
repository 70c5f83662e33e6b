import { z } from 'zod';
import {
  type CsvRow,
  describeExtraFields,
  type LineError,
  lineErrorSchema,
  parseCsvRows,
} from '#lib/dashboard/prompts/parse-csv-rows';
import { cleanTags, findPromptErrors, type PromptDraft, readLanguage } from '#lib/dashboard/prompts/prompt';

/** A valid prompt from a file. */
export const parsedPromptSchema = z.object({
  text: z.string(),
  topic: z.string().describe('Empty if it has none.'),
  tags: z.array(z.string()),
  language: z.string().nullable().describe('BCP 47; null if the file names none.'),
  line: z.number().describe('The line it begins on, from 1.'),
  lastLine: z.number().describe('The line it ends on.'),
}) satisfies z.ZodType<PromptDraft>;
export type ParsedPrompt = z.output<typeof parsedPromptSchema>;

const lineModeSchema = z.enum(['split', 'whole']);

/** Options for parsing a CSV file of prompts. Options that are not set are detected. */
export const parseOptionsSchema = z
  .object({
    /** True if the first line is a header. Without a known column name in it, the columns are prompt, topic, tags, language. */
    hasHeader: z.boolean().optional(),
    /**
     * For files without known column names: `split` divides each line into prompt, topic, tags and language; `whole`
     * makes it one prompt.
     */
    lineMode: lineModeSchema.optional(),
  })
  .default({});
export type ParseOptions = z.output<typeof parseOptionsSchema>;

export const parsedPromptsSchema = z.object({
  prompts: z.array(parsedPromptSchema),
  errors: z.array(lineErrorSchema).describe('The lines that cannot be imported, in the order of the file.'),
  header: z.string().nullable().describe('The header line as written in the file; null if there is none.'),
  lineMode: lineModeSchema.nullable().describe('Null if the file has known column names or no separators.'),
});
export type ParsedPrompts = z.output<typeof parsedPromptsSchema>;

const columns = ['prompt', 'topic', 'tags', 'language'] as const;
type Column = (typeof columns)[number];
const columnAliases: Record<string, Column> = {
  prompts: 'prompt',
  'prompt text': 'prompt',
  text: 'prompt',
  question: 'prompt',
  questions: 'prompt',
  query: 'prompt',
  queries: 'prompt',
  keyword: 'prompt',
  keywords: 'prompt',
  'search query': 'prompt',
  'search queries': 'prompt',
  'search term': 'prompt',
  'search terms': 'prompt',
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
 * @param options by default, a first line with a known column name is a header, and lines are read as a `whole` if a
 * space follows a separator, as in sentences
 */
export function parsePromptsCsv(csv: string, { hasHeader, lineMode }: ParseOptions = {}): ParsedPrompts {
  const { rows, separator, errors } = parseCsvRows(csv, { maxRows: maxPromptRows });
  const reject = (rejections: LineError[], header: string | null = null): ParsedPrompts => ({
    prompts: [],
    errors: rejections,
    header,
    lineMode: null,
  });
  const first = rows[0];
  if (!first) {
    const empty = { line: 1, text: '', message: 'The file is empty. Write one prompt per line.' };
    return reject(errors.length > 0 ? errors : [empty]);
  }
  const knownNames = hasHeader === false ? undefined : readHeader(first.fields, hasHeader);
  const header = hasHeader || knownNames ? first.text : null;
  const body = header === null ? rows : rows.slice(1);
  const mode = knownNames ? null : chooseLineMode(body, separator, lineMode);
  const order: (Column | undefined)[] = mode === 'whole' ? ['prompt'] : (knownNames ?? [...columns]);
  if (!order.includes('prompt')) {
    const message =
      'The file has no column "prompt". Rename the column that contains the prompts to "prompt".';
    return reject([{ line: first.line, text: '', message }], header);
  }
  if (body.length + errors.length > maxPrompts) {
    const limit = maxPrompts.toLocaleString('en');
    const message = `The file has more than ${limit} prompts. Import at most ${limit} at once.`;
    return reject([{ line: first.line, text: '', message }], header);
  }
  const parsed = readBody(order.length === 1 ? body.map(joinFields) : body, order);
  return {
    prompts: parsed.prompts,
    errors: [...errors, ...parsed.errors].sort((a, b) => a.line - b.line),
    header,
    lineMode: mode,
  };
}

function chooseLineMode(
  body: CsvRow[],
  separator: string,
  requestedMode: ParseOptions['lineMode'],
): ParsedPrompts['lineMode'] {
  const parts = body.flatMap(({ fields }) => fields.slice(1));
  if (parts.length === 0) return null;
  const hasSentence =
    parts.some((part) => /^ \S/.test(part)) ||
    body.some(({ text }) => text.includes(`${separator} "`) && !text.startsWith('"'));
  return requestedMode ?? (hasSentence ? 'whole' : 'split');
}

/** With prompts as the only column, separators are part of the text. */
function joinFields(row: CsvRow): CsvRow {
  return row.fields.length === 1 ? row : { ...row, fields: [row.text] };
}

function readBody(body: CsvRow[], order: (Column | undefined)[]): Pick<ParsedPrompts, 'prompts' | 'errors'> {
  const prompts: ParsedPrompt[] = [];
  const errors: LineError[] = [];
  const lineByText = new Map<string, number>();
  for (const { line, lastLine, fields, text } of body) {
    const draft = readDraft(fields, order);
    const messages = findPromptErrors(draft);
    const extraFields = describeExtraFields(fields, order.length);
    if (extraFields) messages.push(extraFields);
    const earlier = lineByText.get(draft.text);
    if (earlier !== undefined && draft.text !== '') {
      messages.push(`The same prompt is on line ${earlier}. Remove one of them.`);
    } else lineByText.set(draft.text, line);
    if (messages.length > 0) errors.push({ line, text, message: messages.join(' ') });
    else prompts.push({ line, lastLine, ...draft });
  }
  return { prompts, errors };
}

function readDraft(fields: string[], order: (Column | undefined)[]): PromptDraft {
  const value = (column: Column) => (fields[order.indexOf(column)] ?? '').trim();
  return {
    text: value('prompt'),
    topic: value('topic'),
    tags: cleanTags(value('tags').split(/[|;]/)),
    language: readLanguage(value('language')),
  };
}

/**
 * Returns the columns of a header; undefined if it has no known name. Unknown columns are ignored.
 * @param hasHeader true if the user said that the line is a header: a single column then contains the prompts
 */
function readHeader(fields: string[], hasHeader: boolean | undefined): (Column | undefined)[] | undefined {
  if (hasHeader && fields.length === 1) return ['prompt'];
  const header = fields.map((field) => {
    const word = field.trim().toLowerCase().replaceAll(/[_-]/g, ' ');
    return columns.find((column) => column === word) ?? columnAliases[word];
  });
  return header.some((column) => column !== undefined) ? header : undefined;
}
