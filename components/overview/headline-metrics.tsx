import Link from 'next/link';
import { ChangeLabel, HeadlineMetric, HeadlineRate } from '#components/sections/metrics';
import type { Metric as Rated } from '#lib/core/metric';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/overview';
import { type AnswersView, getAnswersLink, getMetricUrls } from '#lib/format/answer-links';
import { hasNoPreviousData } from '#lib/format/format-change';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPlural, formatPosition, formatSentiment } from '#lib/format/numbers';

interface HeadlineFiguresProps {
  headline: HeadlineData;
  /** For links to answers; undefined on a shared page. */
  view: AnswersView | undefined;
}

/** The headline metrics of the selected brand. */
export function HeadlineMetrics({ headline, view }: HeadlineFiguresProps) {
  const { position, sentiment, brand } = headline;
  const hrefs = view && getMetricUrls(view, brand.id);
  const definitions = describeBrandMetrics(brand.name);
  // The summary above already says that there is no previous data.
  const hasNoPrevious = hasNoPreviousData(
    [
      headline.visibility,
      headline.shareOfVoice,
      position,
      headline.citationRate,
      headline.citationShare,
      sentiment,
    ].map(({ change }) => change),
  );
  const withoutPrevious = <C,>(change: C) => (hasNoPrevious ? null : change);
  const rated = (rate: Rated) => ({ ...rate, change: withoutPrevious(rate.change) });
  const noDomain = <NoDomain brand={brand.name} view={view} />;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 xl:grid-cols-6">
      <HeadlineRate
        label="Visibility"
        rate={rated(headline.visibility)}
        unit="answers"
        answers={getAnswersLink(hrefs?.visibility, headline.visibility.numerator, `mentioning ${brand.name}`)}
        description={definitions.visibility}
      />
      <HeadlineRate
        label="Share of voice"
        missing="No share of voice: no competitors, no mentions, or only branded prompts."
        rate={rated(headline.shareOfVoice)}
        unit="brand mentions"
        answers={getAnswersLink(
          hrefs?.shareOfVoice,
          headline.shareOfVoice.numerator,
          `mentioning ${brand.name}`,
        )}
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
        change={<ChangeLabel change={withoutPrevious(position.change)} unit="position" />}
        description={definitions.position}
        counts={`over ${formatPlural(position.answers, 'answer')}`}
        answers={getAnswersLink(hrefs?.position, position.answers, `mentioning ${brand.name}`)}
        missing="No mentions."
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
        change={<ChangeLabel change={withoutPrevious(sentiment.change)} unit="sentiment" />}
        description={definitions.sentiment(sentiment.classifier)}
        counts={`${formatCount(sentiment.positive)} positive, ${formatCount(sentiment.neutral)} neutral, ${formatCount(sentiment.negative)} negative`}
        answers={getAnswersLink(hrefs?.sentiment, headline.visibility.numerator, `mentioning ${brand.name}`)}
        missing="No mentions in a supported language."
      />
    </dl>
  );
}

/** Says that citations need a domain, with a link to add one. */
function NoDomain({ brand, view }: { brand: string; view: AnswersView | undefined }) {
  if (!view) return `${brand} has no domain.`;
  return (
    <Link
      href={`/projects/${view.projectId}/settings`}
      className="font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      Add a domain for {brand}
    </Link>
  );
}
