import { type Figure, intervalOf, type TrackedBrand } from '#lib/core/figure';
import { formatInterval, formatPercent, formatPlural } from '#lib/format/formats';

interface CompetitorsSentenceInput {
  brand: TrackedBrand;
  /** Every tracked brand, the most visible first. */
  standings: readonly { brand: TrackedBrand; visibility: Figure }[];
  /** Prompts where a competitor is named and the brand never, of those asked. */
  mentionGaps: { everywhere: number; asked: number };
}

/**
 * The answer to "Who is named instead of us?" in one sentence: "Grumblefell is named most, in 41% of answers (38 to
 * 44), before Tarnhoof with 33%; in 4 of 30 prompts a competitor is named and Tarnhoof never."
 */
export function competitorsSentence({ brand, standings, mentionGaps }: CompetitorsSentenceInput): string {
  const own = standings.find((one) => one.brand.id === brand.id);
  const rival = standings.find((one) => one.brand.id !== brand.id);
  if (!own || own.visibility.value === null) return 'No answers in these days yet.';
  const { everywhere, asked } = mentionGaps;
  const gaps =
    everywhere === 0
      ? `no prompt names a competitor without ${brand.name}`
      : `in ${everywhere} of ${formatPlural(asked, 'prompt')} a competitor is named and ${brand.name} never`;
  if (!rival) return `${named(own)}; no competitor is tracked yet.`;
  const first = own.visibility.value >= (rival.visibility.value ?? 0) ? own : rival;
  const second = first === own ? rival : own;
  return `${first.brand.name} is named most, in ${share(first)}, before ${second.brand.name} with ${formatPercent(second.visibility.value)}; ${gaps}.`;
}

type Standing = CompetitorsSentenceInput['standings'][number];

function named(standing: Standing): string {
  return `${standing.brand.name} is named in ${share(standing)}`;
}

function share({ visibility }: Standing): string {
  return `${formatPercent(visibility.value)} of ${formatPlural(visibility.denominator, 'answer')} (${formatInterval(intervalOf(visibility))})`;
}
