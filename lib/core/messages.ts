import type { MessageParameters } from '#lib/core/message-parameters';
import { formatCount } from '#lib/core/numbers';

/** Formats a message with its parameters; a message without parameters is called without any. */
export type Message<Text extends string> = keyof MessageParameters<Text> extends never
  ? () => string
  : (parameters: MessageParameters<Text>) => string;

type ParameterValues = Readonly<Record<string, string | number>>;

/**
 * Defines the sentences of a feature in ICU MessageFormat, with parameters typed by their text:
 * `{name}` for formatted text, `{count, number}`, `{count, plural, one {# answer} other {# answers}}` and
 * `{kind, select, api {…} other {…}}`. Messages are parsed when they are first used.
 * @throws Error when a message that is not in this form is used
 */
export function defineMessages<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
): { readonly [Name in keyof Texts]: Message<Texts[Name]> };
export function defineMessages(texts: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, createMessage(text)]));
}

function createMessage(text: string) {
  let parts: readonly Part[] | undefined;
  return (parameters: ParameterValues = {}) => {
    parts ??= parseMessage(text);
    return formatParts(parts, parameters);
  };
}

/** Words are English, whatever the reader's conventions for numbers are. */
const pluralRules = new Intl.PluralRules('en');

type Options = Readonly<Record<string, readonly Part[]>>;
interface Choice {
  kind: 'plural' | 'select';
  name: string;
  options: Options;
}
type Argument = { kind: 'text' | 'number'; name: string } | Choice;
type Part = string | Argument;

function formatParts(parts: readonly Part[], parameters: ParameterValues): string {
  return parts.map((part) => (typeof part === 'string' ? part : formatPart(part, parameters))).join('');
}

function formatPart(part: Argument, parameters: ParameterValues): string {
  const value = parameters[part.name] ?? '';
  if ('options' in part) return formatParts(chooseOption(part, value), parameters);
  return part.kind === 'text' ? String(value) : formatCount(Number(value));
}

function chooseOption({ kind, options }: Choice, value: string | number): readonly Part[] {
  if (kind === 'select') return options[value] ?? options.other ?? [];
  return options[`=${value}`] ?? options[pluralRules.select(Number(value))] ?? options.other ?? [];
}

/** Reads a text from left to right. */
interface Reader {
  text: string;
  index: number;
}

function parseMessage(text: string): readonly Part[] {
  const reader = { text, index: 0 };
  const parts = readParts(reader);
  if (reader.index < text.length) throw createError(reader, 'a closing brace without an opening one');
  return parts;
}

function readParts(reader: Reader, pluralName?: string): readonly Part[] {
  const parts: Part[] = [];
  for (;;) {
    const literal = take(reader, pluralName === undefined ? /[^{}']*/y : /[^{}'#]*/y);
    if (literal) parts.push(literal);
    const next = reader.text[reader.index];
    if (next === undefined || next === '}') return parts;
    if (next === "'") throw createError(reader, 'a straight apostrophe; use ’');
    reader.index += 1;
    if (next === '#') parts.push({ kind: 'number', name: pluralName ?? '' });
    else parts.push(readArgument(reader));
  }
}

/** Reads the rest of `{name}`, `{name, number}` or `{name, plural, …}`. */
function readArgument(reader: Reader): Part {
  const name = take(reader, /\w+/y);
  if (!name) throw createError(reader, 'no name of a parameter');
  const [, kind] = /, (\w+)/y.exec(take(reader, /, \w+/y)) ?? [];
  if (kind === undefined || kind === 'number') {
    expectText(reader, '}');
    return { kind: kind ?? 'text', name };
  }
  if (kind !== 'plural' && kind !== 'select') throw createError(reader, `an unknown kind ${kind}`);
  expectText(reader, ',');
  return { kind, name, options: readOptions(reader, kind === 'plural' ? name : undefined) };
}

function readOptions(reader: Reader, pluralName: string | undefined): Options {
  const options: Record<string, readonly Part[]> = {};
  while (reader.text[reader.index] !== '}') {
    expectText(reader, ' ');
    const option = take(reader, /=\d+|\w+/y);
    if (!option || option in options) throw createError(reader, 'a missing or repeated option');
    expectText(reader, ' {');
    options[option] = readParts(reader, pluralName);
    expectText(reader, '}');
  }
  if (!options.other) throw createError(reader, 'no option "other"');
  reader.index += 1;
  return options;
}

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.index;
  const [text = ''] = pattern.exec(reader.text) ?? [];
  reader.index += text.length;
  return text;
}

function expectText(reader: Reader, text: string): void {
  if (!reader.text.startsWith(text, reader.index)) throw createError(reader, `no "${text}"`);
  reader.index += text.length;
}

function createError({ text, index }: Reader, problem: string): Error {
  return new Error(`Message "${text}" has ${problem} at ${index}.`);
}
