import { BrandButton } from '#components/filters/filter-buttons';
import { describeMean } from '#components/sections/describe-mean';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { AnswersLink } from '#components/ui/links';
import { brandsTable } from '#lib/contract/tables/brands';
import { trackedPositionColumn } from '#lib/contract/tables/shared-columns';
import {
  formatCount,
  formatPercent,
  formatPosition,
  formatRateCounts,
  formatSentiment,
} from '#lib/core/numbers';
import { hasSentiment } from '#lib/core/sentiment';
import type { BrandMetrics } from '#lib/dashboard/analytics/overview/breakdown';
import { type AnswersLinkContext, getAnswersLink, getMetricUrls } from '#lib/format/answer-links';
import { formatPlace } from '#lib/format/format-place';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';

interface BrandsTableProps {
  brandMetrics: readonly BrandMetrics[];
  /** The context of links to answers; undefined on a shared page. */
  linkContext?: AnswersLinkContext | undefined;
}

/** Keeps a header of two words narrow. */
const wrapLabel = (label: string) => (
  <span className="inline-block w-14 leading-4 whitespace-normal">{label}</span>
);

/** Metrics of all tracked brands, most visible first. */
export function BrandsTable({ brandMetrics, linkContext }: BrandsTableProps) {
  const descriptions = describeBrandMetrics('the brand');
  const sentiment = brandMetrics.map((metrics) => metrics.sentiment).find(hasSentiment);
  const rows = brandMetrics.map((metrics) => ({
    ...metrics,
    urls: linkContext && getMetricUrls(linkContext, metrics.brand.id),
  }));
  return (
    <Section
      title={brandsTable.title}
      note="All tracked brands, measured on the same answers."
      exportedTable={brandsTable.name}
      descriptions={[
        { metric: 'Visibility', description: descriptions.visibility },
        { metric: 'Place', description: descriptions.place },
        { metric: 'Share of voice', description: descriptions.shareOfVoice },
        { metric: 'Position', description: descriptions.position },
        { metric: trackedPositionColumn.label, description: descriptions.trackedPosition },
        { metric: 'Citation rate', description: descriptions.citationRate },
        ...(sentiment ? [{ metric: 'Sentiment', description: descriptions.sentiment(sentiment) }] : []),
      ]}
    >
      <TableView
        table={brandsTable}
        omit={sentiment ? [] : ['sentiment']}
        rows={rows}
        getKey={({ brand }) => brand.id}
        isHighlighted={({ brand }) => brand.role === 'own'}
        views={{
          brand: {
            cell: ({ brand }) => (
              <BrandButton brand={brand} className={brand.role === 'own' && 'font-semibold'} />
            ),
          },
          visibility: {
            className: 'font-medium',
            cell: ({ urls, visibility }) => (
              <>
                <AnswersLink href={urls?.visibility} title={formatRateCounts(visibility, 'answers')}>
                  {formatPercent(visibility.value)}
                </AnswersLink>
                <span className="sr-only"> in {formatCount(visibility.denominator)} answers</span>
              </>
            ),
            change: {
              metric: ({ brand }) => ({ metric: 'visibility', brandId: brand.id }),
              isNeutral: ({ brand }) => brand.role === 'competitor',
            },
          },
          place: { className: 'whitespace-nowrap', cell: ({ place }) => formatPlace(place) },
          shareOfVoice: { head: wrapLabel, url: ({ urls }) => urls?.shareOfVoice },
          position: {
            cell: ({ urls, position }) => (
              <AnswersLink href={urls?.position} title={describeMean(position)}>
                {formatPosition(position.mean)}
              </AnswersLink>
            ),
          },
          trackedPosition: { head: wrapLabel, className: 'text-muted' },
          citationRate: {
            head: wrapLabel,
            cell: ({ brand, urls, citationRate }) =>
              citationRate.value === null ? (
                <span title={`${brand.name} has no domain, or its citations are not reported`}>
                  –<span className="sr-only"> not measured: no domain, or citations not reported</span>
                </span>
              ) : (
                <AnswersLink href={urls?.citationRate} title={formatRateCounts(citationRate, 'answers')}>
                  {formatPercent(citationRate.value)}
                </AnswersLink>
              ),
          },
          sentiment: {
            cell: ({ brand, urls, visibility, sentiment }) => (
              <AnswersLink
                href={urls?.sentiment}
                title={getAnswersLink(urls?.sentiment, visibility.numerator, 'mentioning', brand.name)?.label}
              >
                {formatSentiment(sentiment.value)}
              </AnswersLink>
            ),
          },
        }}
      />
    </Section>
  );
}
