import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { BrandButton } from '#components/filters/filter-buttons';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { shareOfVoiceTable } from '#lib/contract/tables/competitors';
import { formatCount } from '#lib/core/numbers';
import type { MentionShare } from '#lib/dashboard/analytics/competitors/competitors';
import type { BrandMetrics } from '#lib/dashboard/analytics/overview/breakdown';
import { getOptionalMetricUrls } from '#lib/format/answer-links';
import { describeBrandMetrics, describeCompetitorMetrics } from '#lib/format/metric-descriptions';

interface ShareOfVoiceTableProps {
  pageContext: CompetitorsPageContext;
  brandMetrics: readonly BrandMetrics[];
  /** Empty without competitors. */
  mentionShares: readonly MentionShare[];
}

/** Share of voice by answers and by mention counts, and how often each brand ranks first. */
export function ShareOfVoiceTable({ pageContext, brandMetrics, mentionShares }: ShareOfVoiceTableProps) {
  const descriptions = describeCompetitorMetrics(pageContext.selectedBrand.name);
  return (
    <Section
      title={shareOfVoiceTable.title}
      note="“By answers” counts each answer once per brand it mentions. “By mention counts” counts every mention."
      exportedTable={shareOfVoiceTable.name}
      descriptions={[
        { metric: 'By answers', description: describeBrandMetrics('the brand').shareOfVoice },
        { metric: 'By mention counts', description: descriptions.byMentions },
        { metric: 'First place', description: descriptions.firstPlace },
      ]}
    >
      <TableView
        table={shareOfVoiceTable}
        rows={brandMetrics.map((metrics) => ({
          ...metrics,
          urls: getOptionalMetricUrls(pageContext, metrics.brand.id),
          mentionShare: mentionShares.find(({ brand }) => brand.id === metrics.brand.id)?.share,
        }))}
        getKey={({ brand }) => brand.id}
        views={{
          brand: { cell: ({ brand }) => <BrandButton brand={brand} /> },
          byAnswers: { url: ({ urls }) => urls.shareOfVoice },
          byMentions: {
            className: 'font-medium max-sm:whitespace-normal',
            url: ({ urls }) => urls.shareOfVoice,
            after: {
              head: 'Mentions',
              numericCell: ({ mentionShare }) => formatCount(mentionShare?.numerator ?? 0),
              className: 'text-muted',
            },
          },
          firstPlace: { url: ({ urls }) => urls.firstPlace },
        }}
      />
    </Section>
  );
}
