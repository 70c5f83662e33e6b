import { type LineProblem, parseCsvRows, type Row } from '#lib/dashboard/prompts/parse-csv-rows';
import { findPromptProblems, type PromptDraft } from '#lib/dashboard/prompts/prompt';

/** A line of the file that can become a prompt. */
export interface ReadPrompt extends PromptDraft {
  /** The line of the file it begins on, from 1. */
  line: number;
}

export interface ReadPrompts {
  prompts: ReadPrompt[];
  problems: LineProblem[];
  /**
   * How lines with separators were taken, where no header says what their parts are: `parted` into prompt, topic,
   * tags and language, or each as one prompt, separators and all; null where there was nothing to choose.
   */
  unnamed: 'parted' | 'whole' | null;
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

/** The most lines one file may have. */
const maxPrompts = 10_000;

/**
 * Reads a CSV of prompts: columns prompt, topic, tags (separated by | or ;) and language, in any order under a
 * header, or in this order without one; separated by commas, semicolons or tabs. Every problem names its line.
 * @param wholeLines whether each line without a header is one prompt; left out, that is told from the spaces after
 * its commas, which sentences have and spreadsheets do not write
 */
export function parsePromptsCsv(csv: string, wholeLines?: boolean): ReadPrompts {
  const { rows, separator, problem } = parseCsvRows(csv);
  const wrong = (one: LineProblem): ReadPrompts => ({ prompts: [], problems: [one], unnamed: null });
  if (problem) return wrong(problem);
  const first = rows[0];
  if (!first) return wrong({ line: 1, message: 'The file is empty. Put one prompt on each line.' });
  const header = readHeader(first.fields);
  const body = header ? rows.slice(1) : rows;
  const unnamed = header ? null : unnamedOf(body, wholeLines);
  const order: (Column | undefined)[] = unnamed === 'whole' ? ['prompt'] : (header ?? [...columns]);
  if (!order.includes('prompt')) {
    const message = 'There is no column called prompt. Name the column of the questions "prompt".';
    return wrong({ line: first.line, message });
  }
  if (body.length > maxPrompts) {
    const message = `The file has ${body.length} prompts. Import at most ${maxPrompts} at once.`;
    return wrong({ line: first.line, message });
  }
  // Where only prompts are named, a separator is a sign of theirs.
  const whole = ({ line, fields }: Row) => ({ line, fields: [fields.join(separator)] });
  return { ...readBody(order.length === 1 ? body.map(whole) : body, order), unnamed };
}

function unnamedOf(body: Row[], wholeLines: boolean | undefined): ReadPrompts['unnamed'] {
  const parts = body.flatMap(({ fields }) => fields.slice(1));
  if (parts.length === 0) return null;
  return (wholeLines ?? parts.some((part) => /^ \S/.test(part))) ? 'whole' : 'parted';
}

function readBody(body: Row[], order: (Column | undefined)[]): Omit<ReadPrompts, 'unnamed'> {
  const prompts: ReadPrompt[] = [];
  const problems: LineProblem[] = [];
  const lineOf = new Map<string, number>();
  for (const { line, fields } of body) {
    const draft = readDraft(fields, order);
    const found = findPromptProblems(draft);
    if (fields.length > order.length) {
      found.push(
        `There are ${fields.length} columns where ${order.length} were expected. Put a prompt with the separator in it between double quotes.`,
      );
    }
    const earlier = lineOf.get(draft.text);
    if (earlier !== undefined && draft.text !== '') {
      found.push(`The same prompt stands on line ${earlier}. Remove one of the two.`);
    } else lineOf.set(draft.text, line);
    for (const message of found) problems.push({ line, message });
    if (found.length === 0) prompts.push({ line, ...draft });
  }
  return { prompts, problems };
}

function readDraft(fields: string[], order: (Column | undefined)[]): PromptDraft {
  const value = (column: Column) => (fields[order.indexOf(column)] ?? '').trim();
  const tags = order.includes('tags') ? value('tags').split(/[|;]/) : [];
  return {
    text: value('prompt'),
    topic: order.includes('topic') ? value('topic') : '',
    tags: [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))],
    language: (order.includes('language') ? value('language') : '') || 'en',
  };
}

/** The columns a first line names, or undefined when it is no header; unknown columns are passed over. */
function readHeader(fields: string[]): (Column | undefined)[] | undefined {
  const named = fields.map((field) => {
    const word = field.trim().toLowerCase();
    return columns.find((column) => column === word) ?? otherNames[word];
  });
  return named.some((column) => column !== undefined) ? named : undefined;
}
