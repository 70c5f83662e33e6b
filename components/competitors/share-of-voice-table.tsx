import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { BrandButton } from '#components/filters/filter-buttons';
import { DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import { AnswersLink } from '#components/ui/links';
import type { MentionShare } from '#lib/dashboard/analytics/competitors/competitors';
import type { BrandMetrics } from '#lib/dashboard/analytics/overview/breakdown';
import { getOptionalMetricUrls } from '#lib/format/answer-links';
import { describeBrandMetrics, describeCompetitorMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface ShareOfVoiceTableProps {
  pageContext: CompetitorsPageContext;
  brandMetrics: readonly BrandMetrics[];
  /** Empty without competitors. */
  mentionShares: readonly MentionShare[];
}

/** Share of voice by answers and by mention counts, and how often each brand ranks first. */
export function ShareOfVoiceTable({ pageContext, brandMetrics, mentionShares }: ShareOfVoiceTableProps) {
  const descriptions = describeCompetitorMetrics(pageContext.selectedBrand.name);
  const title = 'Share of voice by mention counts';
  return (
    <Section
      title={title}
      note="“By answers” counts each answer once per brand it mentions. “By mention counts” counts every mention."
      exportedTable="share-of-voice-by-mentions"
      descriptions={[
        { metric: 'By answers', description: describeBrandMetrics('the brand').shareOfVoice },
        { metric: 'By mention counts', description: descriptions.byMentions },
        { metric: 'First place', description: descriptions.firstPlace },
      ]}
    >
      <DataTable
        label={title}
        rows={brandMetrics.map((metrics) => ({
          ...metrics,
          urls: getOptionalMetricUrls(pageContext, metrics.brand.id),
          byMentions: mentionShares.find(({ brand }) => brand.id === metrics.brand.id)?.share,
        }))}
        getKey={({ brand }) => brand.id}
        columns={[
          { head: 'Brand', cell: ({ brand }) => <BrandButton brand={brand} /> },
          {
            head: 'By answers',
            rate: ({ shareOfVoice }) => shareOfVoice,
            unit: 'brand mentions, one per brand and answer',
            url: ({ urls }) => urls.shareOfVoice,
          },
          {
            head: 'By mention counts',
            className: 'font-medium max-sm:whitespace-normal',
            numericCell: ({ urls, byMentions }) => (
              <AnswersLink
                href={urls.shareOfVoice}
                title={byMentions && formatRateCounts(byMentions, 'mentions')}
              >
                {formatPercent(byMentions?.value ?? null)}
              </AnswersLink>
            ),
          },
          {
            head: 'Mentions',
            numericCell: ({ byMentions }) => formatCount(byMentions?.numerator ?? 0),
            className: 'text-muted',
          },
          {
            head: 'First place',
            rate: ({ firstPlace }) => firstPlace,
            unit: 'answers',
            url: ({ urls }) => urls.firstPlace,
          },
        ]}
      />
    </Section>
  );
}
