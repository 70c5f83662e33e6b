import { BrandButton } from '#components/filters/filter-buttons';
import { ChangeLabel } from '#components/sections/change-label';
import { Section } from '#components/sections/section';
import { classes } from '#components/ui/classes';
import { BrandSwatch } from '#components/ui/domain';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { BrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import { type AnswersView, getAnswersLink, getMetricUrls } from '#lib/format/answer-links';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import {
  formatCount,
  formatPercent,
  formatPlural,
  formatPosition,
  formatRateCounts,
  formatSentiment,
} from '#lib/format/numbers';

interface StandingsTableProps {
  standings: readonly BrandMetrics[];
  /** For links to answers; undefined on a shared page. */
  view?: AnswersView | undefined;
}

/** Metrics of all tracked brands, most visible first. */
export function BrandsTable({ standings, view }: StandingsTableProps) {
  const definitions = describeBrandMetrics('the brand');
  const hrefsOf = new Map(view && standings.map(({ brand }) => [brand.id, getMetricUrls(view, brand.id)]));
  return (
    <Section
      title="Brands"
      note="All tracked brands over the same answers."
      exported="standings"
      descriptions={[
        { metric: 'Visibility', description: definitions.visibility },
        { metric: 'Share of voice', description: definitions.shareOfVoice },
        { metric: 'Position', description: definitions.position },
        { metric: 'Cited in', description: definitions.citationRate },
        { metric: 'Sentiment', description: definitions.sentiment(standings[0]?.sentiment.classifier ?? '') },
      ]}
    >
      <Table label="Brands">
        <TableHead>
          <HeadCell>Brand</HeadCell>
          <HeadCell numeric>Visibility</HeadCell>
          <HeadCell numeric>Change</HeadCell>
          <HeadCell numeric>
            <span className="inline-block w-14 leading-4 whitespace-normal">Share of voice</span>
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Position
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Cited in
          </HeadCell>
          <HeadCell numeric className="max-lg:hidden">
            Sentiment
          </HeadCell>
        </TableHead>
        <tbody>
          {standings.map(({ brand, visibility, shareOfVoice, position, citationRate, sentiment }) => (
            <Row key={brand.id} className={classes('relative', brand.role === 'own' && 'bg-accent-soft/60')}>
              <Cell>
                <span
                  className={classes('flex items-center gap-2.5', brand.role === 'own' && 'font-semibold')}
                >
                  <BrandSwatch color={getBrandColor(brand.colorIndex)} />
                  <BrandButton brand={brand}>{brand.name}</BrandButton>
                </span>
              </Cell>
              <Cell numeric className="font-medium">
                <AnswersLink
                  href={hrefsOf.get(brand.id)?.visibility}
                  title={formatRateCounts(visibility, 'answers')}
                >
                  {formatPercent(visibility.value)}
                </AnswersLink>
                <span className="sr-only"> in {formatCount(visibility.denominator)} answers</span>
              </Cell>
              <Cell numeric>
                <ChangeLabel change={visibility.change} compact />
              </Cell>
              <Cell numeric>
                <AnswersLink
                  href={hrefsOf.get(brand.id)?.shareOfVoice}
                  title={formatRateCounts(shareOfVoice, 'brand mentions')}
                >
                  {formatPercent(shareOfVoice.value)}
                </AnswersLink>
              </Cell>
              <Cell numeric className="max-sm:hidden">
                <AnswersLink
                  href={hrefsOf.get(brand.id)?.position}
                  title={`Over ${formatPlural(position.answers, 'answer')}`}
                >
                  {formatPosition(position.mean)}
                </AnswersLink>
              </Cell>
              <Cell numeric className="max-sm:hidden">
                {citationRate.value === null ? (
                  <span title={`${brand.name} has no domain yet`}>
                    –<span className="sr-only"> not measured: no domain</span>
                  </span>
                ) : (
                  <AnswersLink
                    href={hrefsOf.get(brand.id)?.citationRate}
                    title={formatRateCounts(citationRate, 'answers')}
                  >
                    {formatPercent(citationRate.value)}
                  </AnswersLink>
                )}
              </Cell>
              <Cell numeric className="max-lg:hidden">
                <AnswersLink
                  href={hrefsOf.get(brand.id)?.sentiment}
                  title={
                    getAnswersLink(
                      hrefsOf.get(brand.id)?.sentiment,
                      visibility.numerator,
                      `mentioning ${brand.name}`,
                    )?.label
                  }
                >
                  {formatSentiment(sentiment.value)}
                </AnswersLink>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
