import { intervalOf } from '#lib/core/figure';
import type { Rate } from '#lib/core/rate';
import { formatInterval, formatPercent, formatPlural } from '#lib/format/formats';
import { listNames } from '#lib/format/names';

/** What the sentence under the title of the fan-out page is made of. */
export interface FanOutSentenceInput {
  queries: readonly { query: string; asked: number; named: Rate }[];
  total: number;
  engines: readonly { engine: string; answers: number; fanned: Rate }[];
}

/**
 * The answer to "What do they search for us?": how many searches, by whom, and where the most asked one leads.
 * @param engineLabel what an engine is called
 */
export function fanOutSentence(
  { queries, total, engines }: FanOutSentenceInput,
  brand: string,
  engineLabel: (engine: string) => string,
): string {
  const [most] = queries;
  const telling = engines.filter(({ fanned }) => fanned.numerator > 0);
  const silent = engines.filter(({ fanned }) => fanned.numerator === 0);
  const mute =
    silent.length > 0
      ? ` ${listNames(silent.map(({ engine }) => engineLabel(engine)))} ${silent.length === 1 ? 'tells' : 'tell'} none.`
      : '';
  if (engines.length === 0) return 'The searches engines make of their own to answer a prompt.';
  if (!most) return `No engine told a search in these days.${mute}`;
  const fanned = telling.reduce((sum, one) => sum + one.fanned.numerator, 0);
  const then = `“${most.query}” is searched most; ${formatPercent(most.named.value)} of its ${formatPlural(most.asked, 'answer')} (${formatInterval(intervalOf(most.named))}) then name ${brand}.`;
  return `${formatPlural(total, 'different search', 'different searches')}, told by ${listNames(telling.map(({ engine }) => engineLabel(engine)))} in ${formatPlural(fanned, 'answer')}. ${then}${mute}`;
}
