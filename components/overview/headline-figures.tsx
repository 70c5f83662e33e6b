import Link from 'next/link';
import { ChangeMark } from '#components/sections/change-label';
import { Figure, RateFigure } from '#components/sections/headline-metric';
import type { Metric as Rated } from '#lib/core/metric';
import type { HeadlineData } from '#lib/dashboard/analytics/headline';
import { type AnswersView, answersBehind, figureAddresses } from '#lib/format/answer-links';
import { hasNothingBefore } from '#lib/format/format-change';
import { definitionsOf } from '#lib/format/metric-descriptions';
import { formatCount, formatPlural, formatPosition, formatSentiment } from '#lib/format/numbers';

interface HeadlineFiguresProps {
  headline: HeadlineData;
  /** Where the answers behind the figures are; left out on a shared page. */
  view: AnswersView | undefined;
}

/** The figures of the brand looked at. */
export function HeadlineFigures({ headline, view }: HeadlineFiguresProps) {
  const { position, sentiment, brand } = headline;
  const hrefs = view && figureAddresses(view, brand.id);
  const definitions = definitionsOf(brand.name);
  // The sentence above says it for all of them.
  const alone = hasNothingBefore(
    [
      headline.visibility,
      headline.shareOfVoice,
      position,
      headline.citationRate,
      headline.citationShare,
      sentiment,
    ].map(({ change }) => change),
  );
  const told = <C,>(change: C) => (alone ? null : change);
  const rated = (rate: Rated) => ({ ...rate, change: told(rate.change) });
  const noDomain = <NoDomain brand={brand.name} view={view} />;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 xl:grid-cols-6">
      <RateFigure
        label="Visibility"
        rate={rated(headline.visibility)}
        unit="answers"
        answers={answersBehind(hrefs?.visibility, headline.visibility.numerator, `naming ${brand.name}`)}
        definition={definitions.visibility}
      />
      <RateFigure
        label="Share of voice"
        missing="Nobody to share with: no competitor, no brand named, or only prompts that name a brand."
        rate={rated(headline.shareOfVoice)}
        unit="brand mentions"
        answers={answersBehind(hrefs?.shareOfVoice, headline.shareOfVoice.numerator, `naming ${brand.name}`)}
        definition={definitions.shareOfVoice}
      />
      <Figure
        label="Position"
        value={position.mean === null ? null : formatPosition(position.mean)}
        interval={
          position.clusteredInterval &&
          `${formatPosition(position.clusteredInterval.low)} to ${formatPosition(position.clusteredInterval.high)}`
        }
        grade={position.grade}
        change={<ChangeMark change={told(position.change)} unit="places" />}
        definition={definitions.position}
        counts={`over ${formatPlural(position.answers, 'answer')}`}
        answers={answersBehind(hrefs?.position, position.answers, `naming ${brand.name}`)}
        missing="No answer names it."
      />
      <RateFigure
        label="Citation rate"
        rate={rated(headline.citationRate)}
        unit="answers"
        answers={answersBehind(hrefs?.citationRate, headline.citationRate.numerator, `citing ${brand.name}`)}
        missing={noDomain}
        definition={definitions.citationRate}
      />
      <RateFigure
        label="Citation share"
        rate={rated(headline.citationShare)}
        unit="citations"
        answers={answersBehind(hrefs?.citationShare, headline.citationRate.numerator, 'with these citations')}
        missing={noDomain}
        definition={definitions.citationShare}
      />
      <Figure
        label="Sentiment"
        value={sentiment.value === null ? null : formatSentiment(sentiment.value)}
        interval={
          sentiment.clusteredInterval &&
          `${formatSentiment(sentiment.clusteredInterval.low)} to ${formatSentiment(sentiment.clusteredInterval.high)}`
        }
        grade={sentiment.grade}
        change={<ChangeMark change={told(sentiment.change)} unit="sentiment" />}
        definition={definitions.sentiment(sentiment.classifier)}
        counts={`${formatCount(sentiment.positive)} positive, ${formatCount(sentiment.neutral)} neutral, ${formatCount(sentiment.negative)} negative`}
        answers={answersBehind(hrefs?.sentiment, headline.visibility.numerator, `naming ${brand.name}`)}
        missing="No sentence in a language that is read names it."
      />
    </dl>
  );
}

/** Why citations of a brand are not measured, with the one step that changes it. */
function NoDomain({ brand, view }: { brand: string; view: AnswersView | undefined }) {
  if (!view) return `${brand} has no domain.`;
  return (
    <Link
      href={`/projects/${view.projectId}/settings`}
      className="font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      Add a domain of {brand}
    </Link>
  );
}
