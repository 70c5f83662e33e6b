// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the sources that are planted.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkWording, findHandMadeWording } from '#scripts/check/wording';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

let root: string;
beforeEach(() => {
  root = createTempFolder();
});
afterEach(() => deleteTempFolder(root));

function plant(file: string, source: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), source);
}

const byNumber = 'Choose words by number with a plural of defineMessages()';
const plural = 'Make plurals with defineMessages() or formatPlural()';
const clause = 'Make an optional clause of a sentence a select of defineMessages()';
const alone =
  'Insert a count in a sentence with defineMessages(): formatPlural() is for a count that stands alone';
const joined =
  'Define a sentence with defineMessages(), or use joinSentences(), formatFacts() or formatItems()';

it.each([
  ["const verb = count === 1 ? 'is' : 'are';", byNumber],
  ['{value === 1 ? `prompt` : `prompts`}', byNumber],
  ["count !== 1 ? 'were' : 'was'", byNumber],
  ["const verb = raised > 1 ? 'are' : 'is';", byNumber],
  ["return `${formatPlural(count, 'answer')} in all`;", alone],
  ["return `It costs ${credits}${left ? `, ${left} are left` : ''}.`;", clause],
  ["{isLate ? ' and is late' : ''}", clause],
  ["text: `${count} answer${count > 1 ? 's' : ''}`", plural],
  ["text: `${count} match${count < 2 ? '' : 'es'}`", plural],
  ['return `${answerCount} answers`;', plural],
  ['return `Add ${prompts.length} prompts`;', plural],
  ['title={`Chosen: ${formatCount(selected.size)} rows`}', plural],
  ["return parts.join('; ');", joined],
  ["return parts.join(' · ');", joined],
  ["return [summary, note].filter(Boolean).join(' ');", joined],
  ["return [summary, note].filter(Boolean).join(', ');", joined],
])('finds %s', (line, problem) => {
  const found = findHandMadeWording(`export const a = 1;\n${line}\n`);
  expect(found).toEqual([{ line: 2, text: line, problem }]);
});

it('finds a form that is written in several lines', () => {
  const source = "const verb = count === 1\n  ? 'is'\n  : 'are';\nparts\n  .filter(Boolean)\n  .join(' ');\n";
  expect(findHandMadeWording(source).map(({ line }) => line)).toEqual([1, 5]);
});

it.each([
  'messages.added({ prompts: count })',
  "defineMessages({ added: '{prompts, plural, one {# prompt} other {# prompts}} added' })",
  'const column = columns === 1 ? first : second;',
  "return formatPlural(count, 'answer');",
  'return `${brand} is mentioned`;',
  "blocks.filter(Boolean).join('\\n\\n')",
  "const href = `${path}${query ? `?${query}` : ''}`;",
  "// Not `${count} answers`, nor count === 1 ? 'is' : 'are'.",
  ' * such as `${rows.length} rows`',
])('accepts %s', (line) => {
  expect(findHandMadeWording(line)).toEqual([]);
});

it('names the file and the line of planted wording, except in the answers of the sandbox', () => {
  plant('lib/format/planted.ts', "\nexport const verb = (n: number) => (n === 1 ? 'is' : 'are');");
  plant('components/planted.tsx', "export const text = [a, b].filter(Boolean).join(' ');");
  plant('lib/sandbox/planted.ts', "export const key = (n: number) => (n === 1 ? 'one' : 'many');");
  expect(checkWording(root)).toEqual([
    `components/planted.tsx:1: ${joined}: export const text = [a, b].filter(Boolean).join(' ');`,
    `lib/format/planted.ts:2: ${byNumber}: export const verb = (n: number) => (n === 1 ? 'is' : 'are');`,
  ]);
});

it('accepts an exception until its file is converted', () => {
  plant('lib/db/notify.ts', "export const text = commands.join('; ');");
  expect(checkWording(root)).toEqual([]);
  plant('lib/db/notify.ts', 'export const text = commands;');
  expect(checkWording(root)).toEqual([
    'lib/db/notify.ts: Remove it from the exceptions in scripts/check/wording.ts.',
  ]);
});
