import { ComparisonBars } from '#components/charts/inline-charts';
import {
  ComparisonLinks,
  CompetitorPicker,
  type CompetitorsPageContext,
} from '#components/competitors/competitor-links';
import { Section } from '#components/sections/section';
import { type ColumnView, TableView } from '#components/sections/table-view';
import { PageLink } from '#components/ui/links';
import { getBrandColor } from '#lib/charts/chart-spec';
import { headToHeadTable } from '#lib/contract/tables/competitors';
import { defineMessages } from '#lib/core/messages';
import type { TrackedBrand } from '#lib/core/metric';
import { formatCount } from '#lib/core/numbers';
import type {
  HeadToHead as HeadToHeadData,
  HeadToHeadPrompt,
} from '#lib/dashboard/analytics/competitors/head-to-head';
import { getOptionalMetricUrls } from '#lib/format/answer-links';
import { describeCompetitorMetrics } from '#lib/format/metric-descriptions';

interface HeadToHeadProps {
  pageContext: CompetitorsPageContext;
  competitors: readonly TrackedBrand[];
  data: HeadToHeadData;
}

const leadLabels = {
  ahead: 'Ahead',
  behind: 'Behind',
  tied: 'Tied',
  'too early': 'Too early',
} as const;

/** Returns the color of a lead, which is good or bad only for the project's own brand. */
function getLeadColor(lead: keyof typeof leadLabels, { role }: TrackedBrand): string {
  if (role === 'competitor') return '';
  return lead === 'ahead' ? 'text-up' : lead === 'behind' ? 'text-down' : 'text-muted';
}

/** Compares the brand with one competitor, prompt by prompt, sorted by the competitor's lead. */
export function HeadToHead({ pageContext, competitors, data }: HeadToHeadProps) {
  const { selectedBrand, projectId, query } = pageContext;
  const { competitor, prompts } = data;
  const descriptions = describeCompetitorMetrics(selectedBrand.name);
  const viewRate = (brand: TrackedBrand): ColumnView<HeadToHeadPrompt> => ({
    className: 'font-medium',
    head: () => brand.name,
    url: ({ promptId }) => getOptionalMetricUrls(pageContext, brand.id, { prompt: promptId }).visibility,
  });
  return (
    <Section
      title={headToHeadTable.title}
      note={`For each prompt, the share of answers that mention ${selectedBrand.name} and the share that mention ${competitor.name}, sorted by ${competitor.name}’s lead.`}
      exportedTable={{ table: headToHeadTable.name, parameters: { competitor: competitor.id } }}
      descriptions={[
        { metric: 'Share', description: descriptions.share },
        { metric: 'Verdict', description: descriptions.lead },
      ]}
    >
      <CompetitorPicker pageContext={pageContext} competitors={competitors} current={competitor.id} />
      <HeadToHeadCounts selectedBrand={selectedBrand} data={data} />
      <TableView
        table={headToHeadTable}
        label={`${selectedBrand.name} and ${competitor.name} by prompt`}
        className="max-h-[560px] overflow-y-auto"
        rows={prompts}
        getKey={({ promptId }) => promptId}
        views={{
          prompt: {
            className: 'min-w-36',
            cell: ({ promptId, prompt }) => (
              <PageLink
                prefetch={false}
                href={
                  projectId === null
                    ? undefined
                    : `/projects/${projectId}/prompts/${promptId}${query ? `?${query}` : ''}`
                }
                className="after:absolute after:inset-0 hover:text-accent-strong"
              >
                {prompt}
              </PageLink>
            ),
          },
          mentionRate: {
            ...viewRate(selectedBrand),
            before: {
              head: 'Shares as bars',
              labelHidden: true,
              className: 'w-[22%] max-lg:hidden',
              cell: ({ brandRate, competitorRate }) => (
                <ComparisonBars
                  bars={[
                    { share: brandRate.value, color: getBrandColor(selectedBrand.colorIndex) },
                    { share: competitorRate.value, color: getBrandColor(competitor.colorIndex) },
                  ]}
                />
              ),
            },
          },
          competitorMentionRate: viewRate(competitor),
          verdict: {
            className: 'text-xs whitespace-nowrap',
            cell: ({ lead }) => <span className={getLeadColor(lead, selectedBrand)}>{leadLabels[lead]}</span>,
          },
          answers: {
            className: 'text-muted',
            after:
              projectId === null
                ? undefined
                : {
                    head: 'Only one mentioned',
                    className: 'print:hidden',
                    cell: (row) => (
                      <ComparisonLinks pageContext={pageContext} competitor={competitor} prompt={row} />
                    ),
                  },
          },
        }}
      />
    </Section>
  );
}

function HeadToHeadCounts({ selectedBrand, data }: { selectedBrand: TrackedBrand; data: HeadToHeadData }) {
  const { competitor, mentioned } = data;
  const counts = [
    { label: 'Both mentioned', value: mentioned.both },
    { label: `Only ${selectedBrand.name}`, value: mentioned['only brand'] },
    { label: `Only ${competitor.name}`, value: mentioned['only competitor'] },
    { label: 'Neither', value: mentioned.neither },
  ];
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <dl className="grid grid-cols-2 gap-x-10 gap-y-3 sm:grid-cols-4">
        {counts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg font-medium">
              {formatCount(value)}
              <span className="ml-1.5 text-xs font-normal text-muted">
                {messages.promptUnit({ prompts: value })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">{describeLeads(selectedBrand.name, data)}</p>
    </div>
  );
}

const messages = defineMessages({
  promptUnit: '{prompts, plural, one {prompt} other {prompts}}',
  undecided:
    '{prompts, plural, one {The prompt doesn’t have enough answers to compare.} other {None of # prompts has enough answers to compare.}}',
  leads:
    'Of {prompts, plural, one {# prompt} other {# prompts}}, {brand} is ahead in {ahead, number} and behind in {behind, number}{rest, select, both {; {tied, number} tied and {undecided, number} with too few answers} tied {; {tied, number} tied} undecided {; {undecided, number} with too few answers} other {}}.',
});

/** Describes in how many prompts a brand is ahead, behind, neither, or has too few answers. */
export function describeLeads(
  brandName: string,
  { prompts, aheadCount, behindCount, undecidedCount }: LeadCounts,
): string {
  const undecided = undecidedCount;
  if (undecided === prompts.length) return messages.undecided({ prompts: prompts.length });
  const tied = prompts.length - aheadCount - behindCount - undecided;
  return messages.leads({
    prompts: prompts.length,
    brand: brandName,
    ahead: aheadCount,
    behind: behindCount,
    rest: tied > 0 ? (undecided > 0 ? 'both' : 'tied') : undecided > 0 ? 'undecided' : 'other',
    tied,
    undecided,
  });
}

type LeadCounts = Pick<HeadToHeadData, 'aheadCount' | 'behindCount' | 'undecidedCount'> & {
  prompts: { length: number };
};
