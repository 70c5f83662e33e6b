import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { defineMessages } from '#lib/core/messages';
import { findMessages } from '#scripts/check/messages';
import { readSourceFiles } from '#scripts/check/source-files';
import { root } from '#tests/support/process';

const product = /^(?:lib|app|components)\//;
const files = readSourceFiles(root)
  .filter(({ path }) => product.test(path) && path !== 'lib/core/messages.ts')
  .map(({ path, text }) => ({ path, messages: findMessages(text) }))
  .filter(({ messages }) => messages.length > 0);

it('finds the messages of a source', () => {
  const source = `const messages = defineMessages({ one: 'One {name}', 'two-three': '2' }) satisfies object;`;
  expect(findMessages(source)).toEqual([
    { name: 'one', text: 'One {name}' },
    { name: 'two-three', text: '2' },
  ]);
  expect(findMessages('const answers = 1;')).toEqual([]);
  expect(() => findMessages('defineMessages({ one: name });')).toThrow('string literals');
  expect(() => findMessages('defineMessages(texts);')).toThrow('object literal');
});

it('finds the messages of the product', () => {
  expect(files.flatMap(({ messages }) => messages).length).toBeGreaterThan(250);
});

/** One, few and many in languages of all kinds, and a number with a separator. */
const counts = [0, 1, 2, 5, 21, 1000];

// The library has the whole syntax of ICU, which translators and their tools know.
describe.each(files)('the messages of $path', ({ messages }) => {
  it.each(messages)('formats $name as intl-messageformat does', ({ text }) => {
    const texts: Readonly<Record<string, string>> = { text };
    const format: unknown = Reflect.get(defineMessages(texts), 'text');
    if (typeof format !== 'function') throw new Error('A message is a function.');
    const message = new IntlMessageFormat(text, 'en');
    for (const values of listValues(message.getAst())) expect(format(values)).toBe(message.format(values));
  });
});

type Ast = ReturnType<IntlMessageFormat['getAst']>;
type Values = Readonly<Record<string, string | number>>;

/** Lists values that reach every option of a message: each count for all numbers, with each value of each selection. */
function listValues(ast: Ast): Values[] {
  const parameters = listParameters(ast);
  const texts: Values = Object.fromEntries(parameters.map(({ name }) => [name, `<${name}>`]));
  const numbers = parameters.filter(({ values }) => values === undefined);
  const selections = parameters.flatMap(({ name, values = [] }) =>
    values.map((value) => ({ [name]: value })),
  );
  const first: Values = Object.assign({}, ...selections.toReversed());
  return counts.flatMap((count) => {
    const counted = Object.fromEntries(numbers.map(({ name }) => [name, count]));
    return [{}, ...selections].map((selection) => ({ ...texts, ...counted, ...first, ...selection }));
  });
}

/** `values` are the options of a selection, undefined for a number, and empty for a text. */
function listParameters(ast: Ast): { name: string; values: string[] | undefined }[] {
  return ast.flatMap((element) => {
    if (!('value' in element) || element.type === 0) return [];
    const name = element.value;
    if (!('options' in element)) return [{ name, values: element.type === 2 ? undefined : [] }];
    const options = Object.entries(element.options);
    const values = element.type === 5 ? options.map(([option]) => option) : undefined;
    return [{ name, values }, ...options.flatMap(([, option]) => listParameters(option.value))];
  });
}
