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

/** Lists items without a word between them, such as names in a table cell: "A, B, C". */
export function formatItems(items: readonly string[]): string {
  return itemFormatter.format(items);
}

const itemFormatter = new Intl.ListFormat('en', { type: 'unit', style: 'short' });

/** Shows independent facts beside each other: "ChatGPT · Germany · 12 Nov 2026". Leaves out those that are missing. */
export function formatFacts(facts: readonly (string | null | undefined)[]): string {
  return facts.filter(Boolean).join(' · ');
}

/** Puts complete sentences one after the other. Leaves out those that are missing. */
export function joinSentences(sentences: readonly (string | null | undefined)[]): string {
  return sentences.filter(Boolean).join(' ');
}

/** Lists clauses that could be sentences of their own: "title is missing; link has the type number". */
export function formatClauses(clauses: readonly string[]): string {
  return clauses.join('; ');
}
