import { Chart } from '#components/charts/chart';
import { ChartFrame } from '#components/charts/chart-frame';
import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { PageLink } from '#components/ui/links';
import { NotEnoughData } from '#components/ui/notice';
import type { ChartSpec } from '#lib/charts/chart-spec';
import { buildPositionChart, formatPositionCategory } from '#lib/charts/series-charts';
import { positionsTable } from '#lib/contract/tables/competitors';
import { formatInterval, formatPercent, formatPlural } from '#lib/core/numbers';
import type { PositionDistribution } from '#lib/dashboard/analytics/competitors/competitors';
import { getOptionalAnswersUrl } from '#lib/format/answer-links';
import { describeCompetitorMetrics } from '#lib/format/metric-descriptions';

interface PositionsChartProps {
  pageContext: CompetitorsPageContext;
  distributions: readonly PositionDistribution[];
  /** The competitor in the chart; the table lists all of them. */
  competitorId: string | null;
}

const minAnswers = 20;

/** Shows how often the brand and the compared competitor have each position. */
export function PositionsChart({ pageContext, distributions, competitorId }: PositionsChartProps) {
  const { selectedBrand } = pageContext;
  const drawn = distributions.filter(
    ({ brand }) => brand.id === selectedBrand.id || brand.id === competitorId,
  );
  const mentioned = drawn.find(({ brand }) => brand.id === selectedBrand.id)?.mentioned ?? 0;
  if (mentioned < minAnswers) {
    return (
      <Section title={positionsTable.title}>
        <NotEnoughData
          have={mentioned}
          need={minAnswers}
          unit={`answer that mentions ${selectedBrand.name}`}
          units={`answers that mention ${selectedBrand.name}`}
          className="min-h-64"
        />
      </Section>
    );
  }
  const label = 'Positions by brand';
  return (
    <ChartFrame
      title={positionsTable.title}
      note="How often each brand ranks first, second and so on, as a share of the answers that mention it."
      exportedTable={positionsTable.name}
      descriptions={[
        { metric: 'Position', description: describeCompetitorMetrics(selectedBrand.name).position },
      ]}
      table={
        <PositionsTable
          pageContext={pageContext}
          spec={buildPositionChart(label, distributions, distributions.length)}
        />
      }
    >
      <Chart spec={buildPositionChart(label, drawn, distributions.length)} />
    </ChartFrame>
  );
}

function PositionsTable({ pageContext, spec }: { pageContext: CompetitorsPageContext; spec: ChartSpec }) {
  return (
    <TableView
      table={positionsTable}
      label={spec.label}
      className="max-h-[340px] overflow-y-auto"
      rows={spec.categories.map((category, index) => ({ category, index, position: index + 1 }))}
      getKey={({ category }) => category}
      views={{
        position: {
          className: 'whitespace-nowrap',
          cell: ({ category }) => formatPositionCategory(category),
        },
        answers: {
          columns: spec.series.map(({ id, name, counts, values, intervals }) => ({
            head: name,
            headTitle: formatPlural(
              counts[0] ?? 0,
              `answer that mentions ${name}`,
              `answers that mention ${name}`,
            ),
            title: ({ index }: { index: number }) => {
              const [low, high] = intervals?.[index] ?? [null, null];
              return low === null ? undefined : `Most likely ${formatInterval({ low, high })}%`;
            },
            numericCell: ({ index, position }: { index: number; position: number }) => {
              const value = values[index] ?? null;
              if (!value) return formatPercent(value);
              return (
                <PageLink
                  href={getOptionalAnswersUrl(pageContext, { rank: { brandId: id, rank: position } })}
                  className="hover:text-accent-strong hover:underline"
                >
                  {formatPercent(value)}
                  <span className="sr-only">
                    {' '}
                    of the answers that mention {name} rank it at this position. View answers
                  </span>
                </PageLink>
              );
            },
          })),
        },
      }}
    />
  );
}
