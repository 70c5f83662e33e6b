import { BrandButton } from '#components/filters/filter-buttons';
import { type Column, DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import { AnswersLink } from '#components/ui/links';
import type { BrandMetrics } from '#lib/dashboard/analytics/overview/breakdown';
import { type AnswersLinkContext, getAnswersLink, getMetricUrls } from '#lib/format/answer-links';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import {
  formatCount,
  formatPercent,
  formatPlural,
  formatPosition,
  formatRateCounts,
  formatSentiment,
} from '#lib/format/numbers';

interface BrandsTableProps {
  brandMetrics: readonly BrandMetrics[];
  /** The context of links to answers; undefined on a shared page. */
  linkContext?: AnswersLinkContext | undefined;
}

/** Metrics of all tracked brands, most visible first. */
export function BrandsTable({ brandMetrics, linkContext }: BrandsTableProps) {
  const descriptions = describeBrandMetrics('the brand');
  const rows = brandMetrics.map((metrics) => ({
    ...metrics,
    urls: linkContext && getMetricUrls(linkContext, metrics.brand.id),
  }));
  const columns: Column<(typeof rows)[number]>[] = [
    {
      head: 'Brand',
      cell: ({ brand }) => <BrandButton brand={brand} className={brand.role === 'own' && 'font-semibold'} />,
    },
    {
      head: 'Visibility',
      className: 'font-medium',
      numericCell: ({ urls, visibility }) => (
        <>
          <AnswersLink href={urls?.visibility} title={formatRateCounts(visibility, 'answers')}>
            {formatPercent(visibility.value)}
          </AnswersLink>
          <span className="sr-only"> in {formatCount(visibility.denominator)} answers</span>
        </>
      ),
    },
    {
      change: ({ visibility }) => visibility.change,
      metric: ({ brand }) => ({ metric: 'visibility', brandId: brand.id }),
      isNeutral: ({ brand }) => brand.role === 'competitor',
    },
    {
      head: <span className="inline-block w-14 leading-4 whitespace-normal">Share of voice</span>,
      rate: ({ shareOfVoice }) => shareOfVoice,
      unit: 'brand mentions, one per brand and answer',
      url: ({ urls }) => urls?.shareOfVoice,
    },
    {
      head: 'Position',
      numericCell: ({ urls, position }) => (
        <AnswersLink href={urls?.position} title={`Average of ${formatPlural(position.answers, 'answer')}`}>
          {formatPosition(position.mean)}
        </AnswersLink>
      ),
    },
    {
      head: <span className="inline-block w-14 leading-4 whitespace-normal">Citation rate</span>,
      numericCell: ({ brand, urls, citationRate }) =>
        citationRate.value === null ? (
          <span title={`${brand.name} has no domain yet`}>
            –<span className="sr-only"> not measured: no domain</span>
          </span>
        ) : (
          <AnswersLink href={urls?.citationRate} title={formatRateCounts(citationRate, 'answers')}>
            {formatPercent(citationRate.value)}
          </AnswersLink>
        ),
    },
    {
      head: 'Sentiment',
      numericCell: ({ brand, urls, visibility, sentiment }) => (
        <AnswersLink
          href={urls?.sentiment}
          title={getAnswersLink(urls?.sentiment, visibility.numerator, `mentioning ${brand.name}`)?.label}
        >
          {formatSentiment(sentiment.value)}
        </AnswersLink>
      ),
    },
  ];
  return (
    <Section
      title="Brands"
      note="All tracked brands, measured on the same answers."
      exportedTable="brands"
      descriptions={[
        { metric: 'Visibility', description: descriptions.visibility },
        { metric: 'Share of voice', description: descriptions.shareOfVoice },
        { metric: 'Position', description: descriptions.position },
        { metric: 'Citation rate', description: descriptions.citationRate },
        {
          metric: 'Sentiment',
          description: descriptions.sentiment(brandMetrics[0]?.sentiment.classifier ?? ''),
        },
      ]}
    >
      <DataTable
        label="Brands"
        rows={rows}
        getKey={({ brand }) => brand.id}
        columns={columns}
        isHighlighted={({ brand }) => brand.role === 'own'}
      />
    </Section>
  );
}
