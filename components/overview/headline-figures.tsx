import Link from 'next/link';
import { ChangeLabel } from '#components/sections/change-label';
import { HeadlineMetric, HeadlineRate } from '#components/sections/headline-metric';
import type { Metric as Rated } from '#lib/core/metric';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/headline';
import { type AnswersView, getAnswersLink, getMetricUrls } from '#lib/format/answer-links';
import { hasNoPreviousData } from '#lib/format/format-change';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPlural, formatPosition, formatSentiment } from '#lib/format/numbers';

interface HeadlineFiguresProps {
  headline: HeadlineData;
  /** Where the answers behind the figures are; left out on a shared page. */
  view: AnswersView | undefined;
}

/** The figures of the brand looked at. */
export function HeadlineFigures({ headline, view }: HeadlineFiguresProps) {
  const { position, sentiment, brand } = headline;
  const hrefs = view && getMetricUrls(view, brand.id);
  const definitions = describeBrandMetrics(brand.name);
  // The sentence above says it for all of them.
  const alone = hasNoPreviousData(
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
      <HeadlineRate
        label="Visibility"
        rate={rated(headline.visibility)}
        unit="answers"
        answers={getAnswersLink(hrefs?.visibility, headline.visibility.numerator, `naming ${brand.name}`)}
        description={definitions.visibility}
      />
      <HeadlineRate
        label="Share of voice"
        missing="Nobody to share with: no competitor, no brand named, or only prompts that name a brand."
        rate={rated(headline.shareOfVoice)}
        unit="brand mentions"
        answers={getAnswersLink(hrefs?.shareOfVoice, headline.shareOfVoice.numerator, `naming ${brand.name}`)}
        description={definitions.shareOfVoice}
      />
      <HeadlineMetric
        label="Position"
        value={position.mean === null ? null : formatPosition(position.mean)}
        interval={
          position.clusteredInterval &&
          `${formatPosition(position.clusteredInterval.low)} to ${formatPosition(position.clusteredInterval.high)}`
        }
        grade={position.grade}
        change={<ChangeLabel change={told(position.change)} unit="position" />}
        description={definitions.position}
        counts={`over ${formatPlural(position.answers, 'answer')}`}
        answers={getAnswersLink(hrefs?.position, position.answers, `naming ${brand.name}`)}
        missing="No answer names it."
      />
      <HeadlineRate
        label="Citation rate"
        rate={rated(headline.citationRate)}
        unit="answers"
        answers={getAnswersLink(hrefs?.citationRate, headline.citationRate.numerator, `citing ${brand.name}`)}
        missing={noDomain}
        description={definitions.citationRate}
      />
      <HeadlineRate
        label="Citation share"
        rate={rated(headline.citationShare)}
        unit="citations"
        answers={getAnswersLink(
          hrefs?.citationShare,
          headline.citationRate.numerator,
          'with these citations',
        )}
        missing={noDomain}
        description={definitions.citationShare}
      />
      <HeadlineMetric
        label="Sentiment"
        value={sentiment.value === null ? null : formatSentiment(sentiment.value)}
        interval={
          sentiment.clusteredInterval &&
          `${formatSentiment(sentiment.clusteredInterval.low)} to ${formatSentiment(sentiment.clusteredInterval.high)}`
        }
        grade={sentiment.grade}
        change={<ChangeLabel change={told(sentiment.change)} unit="sentiment" />}
        description={definitions.sentiment(sentiment.classifier)}
        counts={`${formatCount(sentiment.positive)} positive, ${formatCount(sentiment.neutral)} neutral, ${formatCount(sentiment.negative)} negative`}
        answers={getAnswersLink(hrefs?.sentiment, headline.visibility.numerator, `naming ${brand.name}`)}
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
