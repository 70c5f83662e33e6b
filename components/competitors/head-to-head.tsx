import Link from 'next/link';
import { ComparisonBars } from '#components/charts/inline-charts';
import {
  ComparisonLinks,
  CompetitorPicker,
  type CompetitorsView,
} from '#components/competitors/competitor-links';
import { Section } from '#components/sections/section';
import { classes } from '#components/ui/classes';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { TrackedBrand } from '#lib/core/metric';
import type { HeadToHead as HeadToHeadData } from '#lib/dashboard/analytics/competitors/head-to-head';
import { getMetricUrls } from '#lib/format/answer-links';
import { describeCompetitorMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatPlural, formatRateCounts } from '#lib/format/numbers';

interface HeadToHeadProps {
  view: CompetitorsView;
  competitors: readonly TrackedBrand[];
  data: HeadToHeadData;
}

const leadLabels = {
  ahead: 'Ahead',
  behind: 'Behind',
  level: 'Within noise',
  'not enough data': 'Not enough data',
} as const;

/** The brand against one competitor, prompt by prompt, sorted by the competitor's lead. */
export function HeadToHead({ view, competitors, data }: HeadToHeadProps) {
  const { own, projectId, query } = view;
  const getUrl = (promptId: string, brandId: string) =>
    getMetricUrls(view, brandId, { prompt: promptId }).visibility;
  const { competitor, prompts } = data;
  const definitions = describeCompetitorMetrics(own.name);
  return (
    <Section
      title="Head to head"
      note={`Share of each prompt’s answers that mention ${own.name} and ${competitor.name}, sorted by ${competitor.name}’s lead.`}
      exported={{ table: 'head-to-head', about: { rival: competitor.id } }}
      descriptions={[
        { metric: 'Share', description: definitions.share },
        { metric: 'Verdict', description: definitions.lead },
      ]}
    >
      <CompetitorPicker view={view} competitors={competitors} current={competitor.id} />
      <HeadToHeadCounts own={own} data={data} />
      <Table
        label={`${own.name} against ${competitor.name} by prompt`}
        className="max-h-[560px] overflow-y-auto"
      >
        <TableHead>
          <HeadCell>Prompt</HeadCell>
          <HeadCell className="w-[22%] max-lg:hidden" unseen>
            Shares as bars
          </HeadCell>
          <HeadCell numeric>{own.name}</HeadCell>
          <HeadCell numeric>{competitor.name}</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Answers
          </HeadCell>
          <HeadCell className="max-lg:hidden" data-print="hide">
            Only this brand
          </HeadCell>
        </TableHead>
        <tbody>
          {prompts.map((one) => (
            <Row key={one.promptId}>
              <Cell className="min-w-36">
                <Link
                  prefetch={false}
                  href={`/projects/${projectId}/prompts/${one.promptId}${query ? `?${query}` : ''}`}
                  className="hover:text-accent-strong hover:underline"
                >
                  {one.prompt}
                </Link>
              </Cell>
              <Cell className="max-lg:hidden">
                <ComparisonBars
                  bars={[
                    { share: one.ours.value, color: getBrandColor(own.colorIndex) },
                    { share: one.theirs.value, color: getBrandColor(competitor.colorIndex) },
                  ]}
                />
              </Cell>
              <Cell numeric className="font-medium">
                <AnswersLink
                  href={getUrl(one.promptId, own.id)}
                  title={formatRateCounts(one.ours, 'answers')}
                >
                  {formatPercent(one.ours.value)}
                </AnswersLink>
              </Cell>
              <Cell numeric className="font-medium">
                <AnswersLink
                  href={getUrl(one.promptId, competitor.id)}
                  title={formatRateCounts(one.theirs, 'answers')}
                >
                  {formatPercent(one.theirs.value)}
                </AnswersLink>
              </Cell>
              <Cell
                className={classes(
                  'text-xs sm:whitespace-nowrap',
                  one.lead === 'ahead' ? 'text-up' : one.lead === 'behind' ? 'text-down' : 'text-muted',
                )}
              >
                {leadLabels[one.lead]}
              </Cell>
              <Cell numeric className="text-muted max-sm:hidden">
                {formatCount(one.answers)}
              </Cell>
              <Cell className="max-lg:hidden" data-print="hide">
                <ComparisonLinks view={view} competitor={competitor} promptId={one.promptId} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

/** How many prompts mention either brand, and in how many one is ahead beyond noise. */
function HeadToHeadCounts({ own, data }: { own: TrackedBrand; data: HeadToHeadData }) {
  const { competitor, prompts, mentioned, aheadCount, behindCount } = data;
  const counts = [
    { label: 'Both mentioned', value: mentioned.both },
    { label: `Only ${own.name}`, value: mentioned['only us'] },
    { label: `Only ${competitor.name}`, value: mentioned['only them'] },
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
                {value === 1 ? 'prompt' : 'prompts'}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        Of {formatPlural(prompts.length, 'prompt')}, {own.name} is ahead in {formatCount(aheadCount)} and
        behind in {formatCount(behindCount)}; the rest are within noise or have too few answers.
      </p>
    </div>
  );
}
