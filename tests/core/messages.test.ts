import { expect, it } from 'vitest';
import { defineMessages } from '#lib/core/messages';

const messages = defineMessages({
  constant: 'No answers yet.',
  named: '{brand} is mentioned most.',
  counted: '{answers, plural, one {# answer lists} other {# answers list}} {domains, number} domains.',
  exact: '{missing, plural, =0 {None is} one {It is} other {They are}} missing.',
  selected: 'Answered by {access, select, api {an API} page {a page} other {something else}}.',
  nested:
    '{scope, select, one {{brands, plural, one {The brand} other {All # brands}} of {project}} other {None}} counted; # stays.',
});

it('formats a message without parameters', () => {
  expect(messages.constant()).toBe('No answers yet.');
});

it.each([
  { answers: 0, domains: 0, text: '0 answers list 0 domains.' },
  { answers: 1, domains: 1, text: '1 answer lists 1 domains.' },
  { answers: 21, domains: 1204, text: '21 answers list 1,204 domains.' },
  { answers: 1000, domains: 2, text: '1,000 answers list 2 domains.' },
])('formats $answers answers and $domains domains as "$text"', ({ answers, domains, text }) => {
  expect(messages.counted({ answers, domains })).toBe(text);
});

it('prefers the option for an exact number', () => {
  expect([0, 1, 2].map((missing) => messages.exact({ missing }))).toEqual([
    'None is missing.',
    'It is missing.',
    'They are missing.',
  ]);
});

it('chooses the option of a value, or "other"', () => {
  expect(messages.selected({ access: 'page' })).toBe('Answered by a page.');
  expect(messages.selected({ access: 'other' })).toBe('Answered by something else.');
});

it('formats options in options', () => {
  expect(messages.nested({ scope: 'one', brands: 1, project: 'Trail' })).toBe(
    'The brand of Trail counted; # stays.',
  );
  expect(messages.nested({ scope: 'one', brands: 3, project: 'Trail' })).toBe(
    'All 3 brands of Trail counted; # stays.',
  );
  expect(messages.nested({ scope: 'other', brands: 3, project: 'Trail' })).toBe('None counted; # stays.');
});

it('inserts braces and # of a value as they are', () => {
  expect(messages.named({ brand: '{C# & Co}' })).toBe('{C# & Co} is mentioned most.');
});

it('types parameters by the text of the message', () => {
  const calls = [
    // @ts-expect-error The parameter is missing.
    () => messages.named({}),
    // @ts-expect-error The message has no such parameter.
    () => messages.named({ brand: 'A', other: 'B' }),
    // @ts-expect-error A plural needs a number.
    () => messages.exact({ missing: '1' }),
    // @ts-expect-error The message has no such option.
    () => messages.selected({ access: 'sandbox' }),
    // @ts-expect-error A parameter inside an option is required, too.
    () => messages.nested({ scope: 'one', brands: 1 }),
    // @ts-expect-error The message has no parameters.
    () => messages.constant({ brand: 'A' }),
  ];
  expect(calls).toHaveLength(6);
});

it.each([
  ['{count, plural, one {# answer}}', 'no option "other"'],
  ['{count, plural, one{# answer} other{# answers}}', 'no " {"'],
  ['{count, spelled}', 'an unknown kind spelled'],
  ['{count', 'no "}"'],
  ['{}', 'no name of a parameter'],
  ['answers}', 'a closing brace without an opening one'],
  ["the brand's answers", 'a straight apostrophe'],
  ['{count, plural, one {a} one {b} other {c}}', 'a missing or repeated option'],
])('rejects %s', (text, problem) => {
  const broken: Readonly<Record<string, string>> = { text };
  const format: unknown = Reflect.get(defineMessages(broken), 'text');
  expect(() => (typeof format === 'function' ? format({ count: 1 }) : null)).toThrow(problem);
});
