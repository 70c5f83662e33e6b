import { memoizeByConventions } from '#lib/core/locale';

const getListFormatters = memoizeByConventions(({ hasSerialComma }) => {
  const english = hasSerialComma ? 'en-US' : 'en-GB';
  return {
    and: new Intl.ListFormat(english, { type: 'conjunction' }),
    or: new Intl.ListFormat(english, { type: 'disjunction' }),
  };
});

/** Formats "A", "A and B" or "A, B and C" ("A, B, and C" in the United States). */
export function formatList(names: readonly string[]): string {
  return getListFormatters().and.format(names);
}

/** Formats "A", "A or B" or "A, B or C". */
export function formatAlternatives(names: readonly string[]): string {
  return getListFormatters().or.format(names);
}
