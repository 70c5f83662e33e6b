import { HeadlineMetric, HeadlineRate } from '#components/sections/metrics';
import { Link } from '#components/ui/link';
import { defineMessages } from '#lib/core/messages';
import type { Metric } from '#lib/core/metric';
import { formatPercent, formatPosition, formatSentiment } from '#lib/core/numbers';
import { hasSentiment } from '#lib/core/sentiment';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/overview';
import { type AnswersLinkContext, getAnswersLink, getMetricUrls } from '#lib/format/answer-links';
import { hasNoPreviousData } from '#lib/format/format-change';
import { describeBrandMetrics, explainMissingSentiment } from '#lib/format/metric-descriptions';

interface HeadlineMetricsProps {
  headline: HeadlineData;
  /** The context of links to answers; undefined on a shared page. */
  linkContext: AnswersLinkContext | undefined;
}

const messages = defineMessages({
  average:
    'average of {answers, plural, one {# answer} other {# answers}}{tracked, select, none {} other {; {trackedPosition} among tracked brands}}',
  sentences:
    '{positive, number} positive, {neutral, number} neutral, {negative, number} negative; covers {coverage} of the answers that mention {brand}',
});

const noMentions = 'No mentions.';

/** The headline metrics of the selected brand. */
export function HeadlineMetrics({ headline, linkContext }: HeadlineMetricsProps) {
  const { position, trackedPosition, sentiment, brand } = headline;
  const brandId = brand.id;
  const isNeutral = brand.role === 'competitor';
  const urls = linkContext && getMetricUrls(linkContext, brand.id);
  const descriptions = describeBrandMetrics(brand.name);
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
  const hideWithoutPrevious = <T,>(change: T) => (hasNoPrevious ? null : change);
  const hideRateChange = (rate: Metric) => ({ ...rate, change: hideWithoutPrevious(rate.change) });
  const getMentionsLink = (url: string | undefined, answers: number) =>
    getAnswersLink(url, answers, 'mentioning', brand.name);
  const missingCitations =
    headline.answers > 0 && headline.withReportedCitations === 0
      ? 'The providers don’t report citations.'
      : null;
  const noDomain = <NoDomain brand={brand.name} linkContext={linkContext} />;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 xl:grid-cols-6">
      <HeadlineRate
        label="Visibility"
        rate={hideRateChange(headline.visibility)}
        metric={{ metric: 'visibility', brandId }}
        isNeutral={isNeutral}
        counted="answers"
        answers={getMentionsLink(urls?.visibility, headline.visibility.numerator)}
        description={descriptions.visibility}
      />
      <HeadlineRate
        label="Share of voice"
        missingReason="No share of voice: no competitors, no mentions, or only branded prompts."
        rate={hideRateChange(headline.shareOfVoice)}
        metric={{ metric: 'shareOfVoice', brandId }}
        isNeutral={isNeutral}
        counted="brand mentions, one per brand and answer"
        answers={getMentionsLink(urls?.shareOfVoice, headline.shareOfVoice.numerator)}
        description={descriptions.shareOfVoice}
      />
      <HeadlineMetric
        label="Position"
        value={position.mean === null ? null : formatPosition(position.mean)}
        level={position.mean}
        interval={position.clusteredInterval}
        effectiveAnswers={position.effectiveAnswers}
        change={hideWithoutPrevious(position.change)}
        metric={{ metric: 'position', brandId }}
        isNeutral={isNeutral}
        unit="position"
        description={`${descriptions.position} ${descriptions.trackedPosition}`}
        counts={messages.average({
          answers: position.answers,
          tracked: trackedPosition ? 'other' : 'none',
          trackedPosition: trackedPosition ? formatPosition(trackedPosition.mean) : '',
        })}
        answers={getMentionsLink(urls?.position, position.answers)}
        missingReason={noMentions}
      />
      <HeadlineRate
        label="Citation rate"
        rate={hideRateChange(headline.citationRate)}
        metric={{ metric: 'citationRate', brandId }}
        isNeutral={isNeutral}
        counted="answers"
        answers={getAnswersLink(urls?.citationRate, headline.citationRate.numerator, 'citing', brand.name)}
        missingReason={missingCitations ?? noDomain}
        description={descriptions.citationRate}
      />
      <HeadlineRate
        label="Citation share"
        rate={hideRateChange(headline.citationShare)}
        metric={{ metric: 'citationShare', brandId }}
        isNeutral={isNeutral}
        counted="citations"
        answers={getAnswersLink(urls?.citationShare, headline.citationRate.numerator, 'citations')}
        missingReason={
          missingCitations ?? (headline.citationRate.value === null ? noDomain : 'No citations.')
        }
        description={descriptions.citationShare}
      />
      <HeadlineMetric
        label="Sentiment"
        value={sentiment.value === null ? null : formatSentiment(sentiment.value)}
        level={sentiment.value}
        interval={sentiment.clusteredInterval}
        effectiveAnswers={sentiment.effectiveAnswers}
        change={hideWithoutPrevious(sentiment.change)}
        metric={{ metric: 'sentiment', brandId }}
        isNeutral={isNeutral}
        unit="sentiment"
        description={descriptions.sentiment(sentiment, headline.sentimentLanguages)}
        counts={
          hasSentiment(sentiment)
            ? messages.sentences({
                positive: sentiment.positive,
                neutral: sentiment.neutral,
                negative: sentiment.negative,
                coverage: formatPercent(sentiment.coverage.value),
                brand: brand.name,
              })
            : 'No classified sentences'
        }
        answers={getMentionsLink(urls?.sentiment, headline.visibility.numerator)}
        missingReason={<MissingSentiment headline={headline} hasLink={linkContext !== undefined} />}
      />
    </dl>
  );
}

/** Says why there is no sentiment. Members get a link to where a language model is set. */
function MissingSentiment({ headline, hasLink }: { headline: HeadlineData; hasLink: boolean }) {
  const { sentiment, visibility } = headline;
  if (hasSentiment(sentiment) && visibility.numerator === 0) return noMentions;
  const reason = explainMissingSentiment(sentiment, headline.sentimentLanguages);
  if (hasSentiment(sentiment) || !hasLink) return reason;
  return (
    <Link href="/developers/engines" className="hover:text-ink hover:underline">
      {reason}
    </Link>
  );
}

function NoDomain({ brand, linkContext }: { brand: string; linkContext: AnswersLinkContext | undefined }) {
  if (!linkContext) return `${brand} has no domain.`;
  return (
    <Link
      href={`/projects/${linkContext.projectId}/brands`}
      className="font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      Add a domain for {brand}
    </Link>
  );
}
