import { count, percent, percentInterval, points } from '#components/charts/format';
import { IntervalBar } from '#components/charts/interval-bar';
import { FilterButton } from '#components/filters/filter-button';
import type { SliceFacts } from '#components/overview/facts';
import { ChangeMark } from '#components/ui/change-mark';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { intervalOf } from '#lib/core/figure';

interface SlicesTableProps {
  title: string;
  note: string;
  /** Heads the first column: "Engine", "Country". */
  head: string;
  dimension: 'engine' | 'country';
  slices: readonly (SliceFacts & { key: string; label: string })[];
}

/** Visibility by engine or country: a bar with its interval, the figures as text; a row filters everything. */
export function SlicesTable({ title, note, head, dimension, slices }: SlicesTableProps) {
  const top = Math.max(0.1, ...slices.map(({ visibility }) => intervalOf(visibility)?.high ?? 0));
  return (
    <Section title={title} note={note}>
      <Table label={title}>
        <TableHead>
          <tr>
            <HeadCell>{head}</HeadCell>
            <HeadCell className="w-[34%]">Visibility</HeadCell>
            <HeadCell numeric>
              <span className="sr-only">Visibility in percent</span>
            </HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              95% interval
            </HeadCell>
            <HeadCell numeric>Change</HeadCell>
            <HeadCell numeric>Answers</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {slices.map(({ key, label, visibility, answers }) => {
            const interval = intervalOf(visibility);
            return (
              <Row key={key} className="relative">
                <Cell className="whitespace-nowrap font-medium">
                  <FilterButton dimension={dimension} value={key} wholeRow>
                    {label}
                  </FilterButton>
                </Cell>
                <Cell>
                  {visibility.value === null ? null : (
                    <IntervalBar
                      value={visibility.value}
                      low={interval?.low ?? null}
                      high={interval?.high ?? null}
                      top={top}
                    />
                  )}
                </Cell>
                <Cell numeric className="font-medium">
                  {visibility.value === null ? (
                    <span className="text-faint">not measured</span>
                  ) : (
                    percent(visibility.value, true)
                  )}
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {interval ? percentInterval(interval.low, interval.high) : null}
                </Cell>
                <Cell numeric>
                  <ChangeMark change={visibility.change} format={points} compact />
                </Cell>
                <Cell numeric className="text-muted">
                  {count(answers)}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
