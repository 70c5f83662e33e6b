import type { HeadlineFacts } from '#components/overview/facts';
import { ChangeMark } from '#components/ui/change-mark';
import { Figure } from '#components/ui/figure';
import { type AnswersView, figureAddresses } from '#lib/charts/figure-addresses';
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatPlural,
  formatPosition,
  formatSentiment,
} from '#lib/charts/formats';
import { intervalOf, type Figure as Rated } from '#lib/core/figure';

interface RateHeadlineProps {
  label: string;
  figure: Rated;
  /** What the denominator counts, plural. */
  unit: string;
  definition: string;
  answersHref: string | undefined;
}

function RateHeadline({ label, figure, unit, definition, answersHref }: RateHeadlineProps) {
  const interval = intervalOf(figure);
  return (
    <Figure
      label={label}
      value={figure.value === null ? null : formatPercent(figure.value)}
      interval={interval && `${formatInterval(interval)}%`}
      grade={figure.grade}
      change={<ChangeMark change={figure.change} />}
      definition={definition}
      counts={`${formatCount(figure.numerator)} of ${formatCount(figure.denominator)} ${unit}`}
      {...(answersHref ? { answersHref } : {})}
    />
  );
}

interface HeadlineFiguresProps {
  headline: HeadlineFacts;
  /** Where the answers behind the figures are; left out on a shared page. */
  view: AnswersView | undefined;
}

/** The figures of the brand looked at. */
export function HeadlineFigures({ headline, view }: HeadlineFiguresProps) {
  const { position, sentiment, brand } = headline;
  const hrefs = view && figureAddresses(view, brand.id);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 xl:grid-cols-6">
      <RateHeadline
        label="Visibility"
        figure={headline.visibility}
        unit="answers"
        answersHref={hrefs?.visibility}
        definition={`Answers that mention ${brand.name} ÷ answers.`}
      />
      <RateHeadline
        label="Share of voice"
        figure={headline.shareOfVoice}
        unit="brand mentions"
        answersHref={hrefs?.shareOfVoice}
        definition={`Answers that mention ${brand.name} ÷ the sum over all tracked brands of answers that mention them. Prompts that name a brand are left out unless put back.`}
      />
      <Figure
        label="Position"
        value={position.mean === null ? null : formatPosition(position.mean)}
        interval={
          position.clustered &&
          `${formatPosition(position.clustered.low)} to ${formatPosition(position.clustered.high)}`
        }
        grade={position.grade}
        change={<ChangeMark change={position.change} unit="places" />}
        definition={`The rank of ${brand.name} by first mention among the brands mentioned, averaged over the answers that mention it. 1 is first.`}
        counts={`over ${formatPlural(position.answers, 'answer')}`}
        {...(hrefs ? { answersHref: hrefs.position } : {})}
      />
      <RateHeadline
        label="Citation rate"
        figure={headline.citationRate}
        unit="answers"
        answersHref={hrefs?.citationRate}
        definition={`Answers that cite at least one address of ${brand.name} ÷ answers.`}
      />
      <RateHeadline
        label="Citation share"
        figure={headline.citationShare}
        unit="citations"
        answersHref={hrefs?.citationShare}
        definition={`Citations of addresses of ${brand.name} ÷ all citations.`}
      />
      <Figure
        label="Sentiment"
        value={sentiment.value === null ? null : formatSentiment(sentiment.value)}
        interval={
          sentiment.clustered &&
          `${formatSentiment(sentiment.clustered.low)} to ${formatSentiment(sentiment.clustered.high)}`
        }
        grade={sentiment.grade}
        change={<ChangeMark change={sentiment.change} unit="sentiment" />}
        definition={`100 × (positive − negative) ÷ all sentences that mention ${brand.name}, from −100 to +100. Classified by ${sentiment.classifier}; answers in other languages are left out.`}
        counts={`${formatCount(sentiment.positive)} positive, ${formatCount(sentiment.neutral)} neutral, ${formatCount(sentiment.negative)} negative`}
        {...(hrefs ? { answersHref: hrefs.sentiment } : {})}
      />
    </dl>
  );
}
