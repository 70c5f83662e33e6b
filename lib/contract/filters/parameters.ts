import { createMultiParser } from 'nuqs/server';
import { isStorableText, isUuid } from '#lib/core/text';

/* Parsers of URL parameters. Texts that PostgreSQL cannot store count as absent. */

const maxListLength = 50;

/** A parameter with one value, of which only the first occurrence counts. `parse` returns null for an invalid text. */
export function createValueParser<T>(
  parse: (text: string) => T | null,
  format: (value: T) => string = String,
) {
  return createMultiParser<T>({
    parse(texts) {
      const text = texts.find(isStorableText);
      return text === undefined ? null : parse(text);
    },
    serialize: (value) => [format(value)],
  });
}

/** A parameter whose value is one of `choices`. */
export function createChoiceParser<T extends string>(choices: readonly T[]) {
  return createValueParser<T>((text) => choices.find((choice) => choice === text) ?? null);
}

/** A parameter whose value is an ID, of which only the first valid occurrence counts. */
export const idParser = createMultiParser<string>({
  parse: (texts) => texts.find(isUuid) ?? null,
  serialize: (id) => [id],
});

/** A parameter that can be repeated to select several values, by default none. Duplicates and invalid values are dropped. */
export function createListParser(isValid: (text: string) => boolean = () => true) {
  return createMultiParser<string[]>({
    parse(texts) {
      const values = texts.filter((text) => text !== '' && isStorableText(text));
      return [...new Set(values)].slice(0, maxListLength).filter(isValid);
    },
    serialize: (values) => values,
    eq: (a, b) => a.length === b.length && a.every((value, index) => value === b[index]),
  }).withDefault([]);
}

const maxTextLength = 300;

/** A parameter with a short text without surrounding spaces. */
export const textParser = createValueParser((text) => text.trim().slice(0, maxTextLength) || null);
