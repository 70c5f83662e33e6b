import { type Change, type Figure, intervalOf, type TrackedBrand } from '#lib/core/figure';
import { formatInterval, formatPercent, formatPeriod, formatPlural } from '#lib/format/formats';
import { countryInSentence, listNames } from '#lib/format/names';

/** What the sentence under the overview's title is made of. */
export interface SentenceInput {
  brand: TrackedBrand;
  visibility: Figure;
  answers: number;
  periods: { current: { from: string; to: string }; previous: { from: string; to: string } | null };
  mostMoved: { engine: string; country: string; change: Change } | null;
}

/**
 * The answer to "Where are we named?" in one sentence of real figures: "Named in 38% of 1,204 answers (35 to
 * 41), 6 points more than in the 28 days before; Gen in Japan moved most." Another brand than the own is named.
 * @param engineLabel what an engine is called
 */
export function headlineSentence(
  { brand, visibility, answers, periods, mostMoved }: SentenceInput,
  engineLabel: (engine: string) => string,
): string {
  if (visibility.value === null) return 'No answers in these days yet.';
  const subject = brand.role === 'own' ? 'Named' : `${brand.name} is named`;
  const named = `${subject} in ${formatPercent(visibility.value)} of ${formatPlural(answers, 'answer')} (${formatInterval(intervalOf(visibility))})`;
  const compared = visibility.change
    ? comparison(visibility.change, beforeWords(periods), engineLabel)
    : null;
  const most = mostMoved
    ? `; ${engineLabel(mostMoved.engine)} in ${countryInSentence(mostMoved.country)} moved most`
    : '';
  return `${named}${compared ? `, ${compared}` : ''}${most}.`;
}

function comparison(
  { verdict, difference, withoutEngines, answersBefore }: Change,
  before: string,
  engineLabel: (engine: string) => string,
): string {
  const inDays = before === dayBefore ? before : `in ${before}`;
  if (verdict === 'not enough data' && answersBefore === 0) return `with nothing ${inDays} to compare with`;
  if (verdict === 'not enough data') return `with too few answers to compare with ${before}`;
  if (verdict === 'engine changed') return `not comparable with ${before} because a model changed`;
  const points = Math.round((difference ?? 0) * 100);
  const names = listNames(withoutEngines.map(engineLabel));
  const without = names ? ` without ${names}, where the model changed` : '';
  if (verdict === 'within noise') return `no clear change from ${before}${without}`;
  if (points === 0)
    return `less than a point ${(difference ?? 0) > 0 ? 'more' : 'less'} than ${inDays}${without}`;
  return `${formatPlural(Math.abs(points), 'point')} ${points > 0 ? 'more' : 'less'} than ${inDays}${without}`;
}

const dayBefore = 'the day before';

/** What the days compared with are called: "the 28 days before", "the same days a year before", or their dates. */
function beforeWords({ current, previous }: SentenceInput['periods']): string {
  const days = lengthOf(current);
  const gap = previous ? lengthOf({ from: previous.to, to: current.from }) - 1 : 1;
  if (!previous || (gap === 1 && lengthOf(previous) === days)) {
    return days === 1 ? dayBefore : `the ${days} days before`;
  }
  const inYear = ({ from, to }: { from: string; to: string }) => `${from.slice(5)} ${to.slice(5)}`;
  const years = Number(current.to.slice(0, 4)) - Number(previous.to.slice(0, 4));
  if (years === 1 && inYear(current) === inYear(previous)) return 'the same days a year before';
  return formatPeriod(previous);
}

function lengthOf({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}
