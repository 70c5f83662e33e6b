import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount, noValue } from '#lib/core/numbers';
import type { PlaceRange } from '#lib/dashboard/statistics/levels/compare-brands';

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const formatOrdinal = (place: number) =>
  `${formatCount(place)}${suffixes[ordinalRules.select(place)] ?? 'th'}`;

const messages = defineMessages({
  range: '{first} to {last}',
  open: '{first} or lower',
  place:
    '{role, select, own {You’re} other {{brand} is}} {place} of {brands, number} brands{ahead, select, none {} other {, behind {names}}}.',
  tied: '{role, select, own {You’re} other {{brand} is}} tied with {others, plural, one {the other brand} other {all # other brands}}.',
  others: '{count, plural, one {# other} other {# others}}',
});

/** Formats the places that are possible: "1st", "3rd to 5th", or "8th or lower"; "–" if they are unknown. */
export function formatPlace(place: { first: number; last: number | null } | null | undefined): string {
  if (!place) return noValue;
  const { first, last } = place;
  if (last === null) return messages.open({ first: formatOrdinal(first) });
  return first === last
    ? formatOrdinal(first)
    : messages.range({ first: formatOrdinal(first), last: formatOrdinal(last) });
}

interface PlaceInput {
  brand: { name: string; role: 'own' | 'competitor' };
  place: PlaceRange | null;
  /** The names of the brands that are clearly ahead, the most mentioned first. */
  brandsAhead: readonly string[];
}

const maxNames = 2;

/** Describes the place of a brand: "You’re 3rd to 5th of 6 brands, behind Grumblefell and Mosswick." Empty if it is unknown. */
export function describePlace({ brand: { name, role }, place, brandsAhead }: PlaceInput): string {
  if (!place) return '';
  const subject = { role: role === 'own' ? 'own' : 'other', brand: name } as const;
  const { first, last, of } = place;
  if (first === 1 && last === of) return messages.tied({ ...subject, others: of - 1 });
  const named = brandsAhead.length > maxNames + 1 ? brandsAhead.slice(0, maxNames) : brandsAhead;
  const rest = brandsAhead.length - named.length;
  return messages.place({
    ...subject,
    place: formatPlace(place),
    brands: of,
    ahead: named.length === 0 ? 'none' : 'other',
    names: formatList([...named, ...(rest > 0 ? [messages.others({ count: rest })] : [])]),
  });
}
