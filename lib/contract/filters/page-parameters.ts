import { createLoader, createSerializer } from 'nuqs/server';
import {
  createChoiceParser,
  createValueParser,
  idParser,
  textParser,
} from '#lib/contract/filters/parameters';

type Parsers = Parameters<typeof createLoader>[0];

/** Defines the URL parameters that only one page has, beside its filters. */
function definePageParameters<P extends Parsers>(parsers: P) {
  const load = createLoader(parsers);
  const serialize = createSerializer(parsers);
  return {
    /** Parses the parameters of a URL. Invalid values count as absent, so that an old or broken link still opens. */
    parse: (parameters: URLSearchParams | Record<string, string | string[] | undefined>) => load(parameters),
    /**
     * Returns the URL of a page with these parameters; null or a default removes one.
     * @param query the filters of the page as a query string; empty for none
     */
    getUrl(path: string, query: string, values: Parameters<typeof serialize>[1]): string {
      const parameters = new URLSearchParams(serialize(new URLSearchParams(query), values));
      return parameters.size > 0 ? `${path}?${parameters}` : path;
    },
  };
}

/** The orders of a list of domains, each descending. */
export const sourceOrders = ['citations', 'cited', 'listed', 'citedWhenListed', 'gap'] as const;
export type SourceOrder = (typeof sourceOrders)[number];

/** The number of a page of a list, from 1. */
const pageNumber = createValueParser<number>((text) => {
  const page = Math.trunc(Number(text));
  return page >= 1 && Number.isSafeInteger(page) ? page : null;
}).withDefault(1);

/** The list of domains on the page about sources. */
export const sourceListParameters = definePageParameters({
  /** A type of domains; null for all. */
  type: textParser,
  order: createChoiceParser(sourceOrders).withDefault('citations'),
  page: pageNumber,
});

/** The list of search queries: a part of their text, and the page. */
export const fanOutParameters = definePageParameters({ words: textParser.withDefault(''), page: pageNumber });

/** The competitor that a brand is compared with, by ID; null for the one with the most mentions. */
export const competitorParameters = definePageParameters({ competitor: idParser });

/** The list of answers: the cursor at which it starts, and the ID of the answer that is open beside it. */
export const answerListParameters = definePageParameters({
  before: createValueParser((text) => text || null),
  answer: idParser,
});
