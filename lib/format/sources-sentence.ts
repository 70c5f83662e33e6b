import { type Figure, intervalOf } from '#lib/core/figure';
import type { Rate } from '#lib/core/rate';
import { formatInterval, formatPercent, formatPlural } from '#lib/format/formats';

interface SourcesSentenceInput {
  citations: number;
  answers: number;
  /** Domains in all. */
  total: number;
  /** The most cited domain; null without any. */
  most: { domain: string; citationShare: Rate } | null;
  brand: string;
  /** Citations of the brand's own sites ÷ all citations. */
  ownShare: Figure;
}

/**
 * The answer to "Who is cited?" in one sentence: "4,210 citations in 1,204 answers point at 87 domains, most at
 * trailmag.example (21%); 6% point at sites of Tarnhoof (5 to 7)."
 */
export function sourcesSentence({
  citations,
  answers,
  total,
  most,
  brand,
  ownShare,
}: SourcesSentenceInput): string {
  if (citations === 0) {
    return `${formatPlural(total, 'domain is', 'domains are')} listed in ${formatPlural(answers, 'answer')}, but no text points at any.`;
  }
  const where = most ? `, most at ${most.domain} (${formatPercent(most.citationShare.value)})` : '';
  const ours =
    ownShare.value === null
      ? `${brand} has no domain that they could point at`
      : ownShare.numerator === 0
        ? `none points at a site of ${brand}`
        : `${formatPercent(ownShare.value)} point at sites of ${brand} (${formatInterval(intervalOf(ownShare))})`;
  return `${formatPlural(citations, 'citation')} in ${formatPlural(answers, 'answer')} ${citations === 1 ? 'points' : 'point'} at ${formatPlural(total, 'domain')}${where}; ${ours}.`;
}

interface DomainSentenceInput {
  citationShare: Figure;
  citationRate: Figure;
  listed: Figure;
}

/** The same of one domain: "Cited in 12% of 1,204 answers (10 to 14) and listed in 20%; 5% of all citations." */
export function domainSentence({ citationShare, citationRate, listed }: DomainSentenceInput): string {
  const where = `listed in ${formatPercent(listed.value)}`;
  const answers = formatPlural(citationRate.denominator, 'answer');
  if (citationRate.numerator === 0) {
    return `Never cited in ${answers}, though ${where} of them.`;
  }
  return `Cited in ${formatPercent(citationRate.value)} of ${answers} (${formatInterval(intervalOf(citationRate))}) and ${where}; ${formatPercent(citationShare.value)} of all citations.`;
}
