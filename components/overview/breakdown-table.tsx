import { IntervalBar } from '#components/charts/inline-charts';
import { FilterButton } from '#components/filters/filter-buttons';
import { ChangeLabel } from '#components/sections/change-label';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { buildIntervalBars } from '#lib/charts/chart-spec';
import { getInterval } from '#lib/core/metric';
import type { BreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';
import { type AnswersView, getAnswersUrl, getMetricUrls } from '#lib/format/answer-links';
import { formatCount, formatInterval, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface SlicesTableProps {
  label: string;
  /** Header of the first column. */
  head: string;
  dimension: 'engine' | 'country';
  slices: readonly (BreakdownRow & { key: string; label: string; note?: string | null })[];
  /** For links to answers; undefined on a shared page. */
  behind?: { brandId: string; view: AnswersView } | undefined;
}

/** Returns whether any engine did not answer; only then is the trigger rate shown. */
export function isTriggered(slices: readonly BreakdownRow[]): boolean {
  return slices.some(({ triggerRate }) => triggerRate.numerator < triggerRate.denominator);
}

/** Visibility by engine or country. Clicking a row filters the page. */
export function BreakdownTable({ label: caption, head, dimension, slices, behind }: SlicesTableProps) {
  const drawn = buildIntervalBars(
    slices.map(({ key, label, visibility }) => ({ id: key, label, metric: visibility })),
  ).bars;
  const triggers = isTriggered(slices);
  return (
    <Table label={caption}>
      <TableHead>
        <HeadCell>{head}</HeadCell>
        <HeadCell className="w-[32%]" colSpan={2}>
          Visibility
        </HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          95% interval
        </HeadCell>
        <HeadCell numeric>Change</HeadCell>
        <HeadCell numeric>Answers</HeadCell>
        {triggers ? (
          <HeadCell
            numeric
            className="max-sm:hidden"
            title="Trigger rate: observations with an answer ÷ observations where there could be one"
          >
            Triggered
          </HeadCell>
        ) : null}
      </TableHead>
      <tbody>
        {slices.map(({ key, label, note, visibility, answers, triggerRate }, index) => {
          const bar = drawn[index];
          const slice = { [dimension]: key };
          return (
            <Row key={key} className="relative">
              <Cell className="whitespace-nowrap font-medium">
                <FilterButton dimension={dimension} value={key} wholeRow>
                  {label}
                </FilterButton>
                {note ? (
                  <span className="block max-w-40 truncate text-xs font-normal text-muted">{note}</span>
                ) : null}
              </Cell>
              <Cell className="w-[30%]">
                <IntervalBar length={bar?.length ?? null} whisker={bar?.whisker ?? null} />
              </Cell>
              <Cell numeric className="font-medium">
                <AnswersLink
                  href={behind && getMetricUrls(behind.view, behind.brandId, slice).visibility}
                  title={formatRateCounts(visibility, 'answers')}
                >
                  {bar?.value}
                </AnswersLink>
              </Cell>
              <Cell numeric className="text-muted max-sm:hidden">
                {formatInterval(getInterval(visibility))}
              </Cell>
              <Cell numeric>
                <ChangeLabel change={visibility.change} compact />
              </Cell>
              <Cell numeric className="text-muted">
                <AnswersLink href={behind && getAnswersUrl(behind.view.projectId, behind.view.query, slice)}>
                  {formatCount(answers)}
                </AnswersLink>
              </Cell>
              {triggers ? (
                <Cell
                  numeric
                  className="text-muted max-sm:hidden"
                  title={`${formatCount(triggerRate.numerator)} of ${formatCount(triggerRate.denominator)} observations (trigger rate)`}
                >
                  {formatPercent(triggerRate.value)}
                </Cell>
              ) : null}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
