import type { CompetitorsView } from '#components/competitors/competitor-links';
import { BrandButton } from '#components/filters/filter-buttons';
import { Section } from '#components/sections/section';
import { BrandSwatch } from '#components/ui/domain';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { BrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import type { MentionShare } from '#lib/dashboard/analytics/competitors/competitors';
import { getMetricUrls } from '#lib/format/answer-links';
import { describeBrandMetrics, describeCompetitorMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface VoiceTableProps {
  view: CompetitorsView;
  standings: readonly BrandMetrics[];
  /** Empty without competitors. */
  mentionShares: readonly MentionShare[];
}

/** Share of voice counted by answers and by mentions, and how often each brand ranks first. */
export function VoiceTable({ view, standings, mentionShares }: VoiceTableProps) {
  const descriptions = describeCompetitorMetrics(view.own.name);
  const title = 'Share of voice by mention counts';
  return (
    <Section
      title={title}
      note="By answers, an answer counts once for each brand it mentions. By mention counts, it counts once per mention."
      exported="voice-by-mentions"
      descriptions={[
        { metric: 'By answers', description: describeBrandMetrics('the brand').shareOfVoice },
        { metric: 'By mention counts', description: descriptions.byMentions },
        { metric: 'First place', description: descriptions.firstPlace },
      ]}
    >
      <Table label={title}>
        <TableHead>
          <HeadCell>Brand</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            By answers
          </HeadCell>
          <HeadCell numeric>By mention counts</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Mentions
          </HeadCell>
          <HeadCell numeric>First place</HeadCell>
        </TableHead>
        <tbody>
          {standings.map(({ brand, shareOfVoice, firstPlace }) => {
            const urls = getMetricUrls(view, brand.id);
            const byMentions = mentionShares.find((one) => one.brand.id === brand.id)?.share;
            return (
              <Row key={brand.id} className="relative">
                <Cell>
                  <span className="flex items-center gap-2.5">
                    <BrandSwatch color={getBrandColor(brand.colorIndex)} />
                    <BrandButton brand={brand}>{brand.name}</BrandButton>
                  </span>
                </Cell>
                <Cell numeric className="max-sm:hidden">
                  <AnswersLink
                    href={urls.shareOfVoice}
                    title={formatRateCounts(shareOfVoice, 'brand mentions')}
                  >
                    {formatPercent(shareOfVoice.value)}
                  </AnswersLink>
                </Cell>
                <Cell numeric className="font-medium">
                  <AnswersLink
                    href={urls.shareOfVoice}
                    title={byMentions && formatRateCounts(byMentions, 'mentions')}
                  >
                    {formatPercent(byMentions?.value ?? null)}
                  </AnswersLink>
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatCount(byMentions?.numerator ?? 0)}
                </Cell>
                <Cell numeric>
                  <AnswersLink href={urls.firstPlace} title={formatRateCounts(firstPlace, 'answers')}>
                    {formatPercent(firstPlace.value)}
                  </AnswersLink>
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
