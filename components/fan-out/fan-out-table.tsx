import Link from 'next/link';
import { IntervalBar } from '#components/charts/inline-charts';
import { FilterButton } from '#components/filters/filter-buttons';
import { Chip } from '#components/ui/chip';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { getInterval, type Rate } from '#lib/core/metric';
import type { FanOutQuery } from '#lib/dashboard/analytics/fan-out/fan-out';
import { formatEngine } from '#lib/format/labels';
import { formatCount, formatInterval, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface FanOutTableProps {
  queries: readonly FanOutQuery[];
  brand: string;
  /** The answers with each query, by query. */
  hrefs: Readonly<Record<string, string>>;
}

/** Search queries, most frequent first, and how often each leads to an answer that mentions the brand. */
export function FanOutTable({ queries, brand, hrefs }: FanOutTableProps) {
  return (
    <Table label="Search queries">
      <TableHead>
        <HeadCell>Search query</HeadCell>
        <HeadCell numeric>Answers</HeadCell>
        <HeadCell className="w-[18%] max-lg:hidden" unseen>
          Share as a bar
        </HeadCell>
        <HeadCell numeric>Mentions {brand}</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          95% interval
        </HeadCell>
        <HeadCell className="max-lg:hidden">Engines</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          Prompts
        </HeadCell>
      </TableHead>
      <tbody>
        {queries.map(({ query, answers, mentioned, engines, promptCount }) => (
          <Row key={query} className="relative">
            <Cell className="max-w-96 min-w-40 wrap-anywhere">
              <Link
                prefetch={false}
                href={hrefs[query] ?? ''}
                className="font-medium after:absolute after:inset-0 hover:text-accent-strong"
              >
                {query}
              </Link>
            </Cell>
            <Cell numeric>{formatCount(answers)}</Cell>
            <Cell className="max-lg:hidden">
              <IntervalBar length={mentioned.value} whisker={toWhisker(mentioned)} />
            </Cell>
            <Cell numeric className="font-medium" title={formatRateCounts(mentioned, 'answers')}>
              {formatPercent(mentioned.value)}
            </Cell>
            <Cell numeric className="text-muted max-sm:hidden">
              {formatInterval(getInterval(mentioned))}
            </Cell>
            <Cell className="max-lg:hidden">
              <span className="relative z-[1] flex flex-wrap gap-1">
                {engines.map((engine) => (
                  <FilterButton key={engine} dimension="engine" value={engine}>
                    <Chip>{formatEngine(engine)}</Chip>
                  </FilterButton>
                ))}
              </span>
            </Cell>
            <Cell numeric className="text-muted max-md:hidden">
              {formatCount(promptCount)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function toWhisker(rate: Rate): { from: number; to: number } | null {
  const interval = getInterval(rate);
  return interval && { from: interval.low, to: interval.high };
}
