import { processState } from '#lib/core/process-state';

/** The reader's conventions for numbers, dates and lists. Words in these are English, like the text around them. */
export interface Conventions {
  /** Separates groups of digits: "1,204". */
  group: string;
  /** Separates decimals: "2.3". */
  decimal: string;
  /** Whether all groups but the last have at most two digits, as in Indian English: "12,04,567". */
  hasLakhs: boolean;
  /** Whether a number needs five digits to be grouped. */
  keepsFourDigits: boolean;
  dateOrder: readonly ('day' | 'month' | 'year')[];
  uses12HourClock: boolean;
  /** Whether a list has a comma before its last item: "A, B, and C". */
  hasSerialComma: boolean;
}

/** For readers whose locale is unknown, for example in emails. */
export const defaultLocale = 'en-GB';

const conventionsByLocale = new Map<string, Conventions>();
let pageConventions: Conventions | undefined;

/**
 * Returns the conventions of the reader's locale. Server and browser agree even if they know different versions of a
 * locale: the server derives them, and the browser reads them from the document.
 */
export function getConventions(): Conventions {
  if (typeof document === 'undefined') {
    return getLocaleConventions(processState.request?.getStore()?.locale ?? defaultLocale);
  }
  pageConventions ??= parseConventions(document.documentElement.dataset.conventions);
  return pageConventions;
}

function parseConventions(serialized: string | undefined): Conventions {
  return serialized ? JSON.parse(serialized) : getLocaleConventions(defaultLocale);
}

function getLocaleConventions(locale: string): Conventions {
  const cached = conventionsByLocale.get(locale);
  if (cached) return cached;
  const conventions = deriveConventions(locale);
  conventionsByLocale.set(locale, conventions);
  return conventions;
}

function deriveConventions(locale: string): Conventions {
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const millions = numbers.formatToParts(1_234_567.8);
  const integers = millions.filter(({ type }) => type === 'integer').map(({ value }) => value);
  const getSeparator = (type: 'group' | 'decimal', ifNone: string) =>
    millions.find((part) => part.type === type)?.value ?? ifNone;
  const date = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return {
    group: getSeparator('group', ''),
    decimal: getSeparator('decimal', '.'),
    hasLakhs: integers.at(-2)?.length === 2,
    keepsFourDigits: !numbers.formatToParts(1_204).some(({ type }) => type === 'group'),
    dateOrder: date
      .formatToParts(0)
      .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : [])),
    uses12HourClock: hourCycle === 'h11' || hourCycle === 'h12',
    hasSerialComma: ['en-US', 'en'].includes(locale),
  };
}

/** Returns a function that creates formatters once for each set of conventions, since they are slow to create. */
export function memoizeByConventions<T>(create: (conventions: Conventions) => T): () => T {
  const values = new WeakMap<Conventions, { value: T }>();
  return () => {
    const conventions = getConventions();
    const cached = values.get(conventions);
    if (cached) return cached.value;
    const value = create(conventions);
    values.set(conventions, { value });
    return value;
  };
}
