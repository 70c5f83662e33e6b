import Link from 'next/link';
import { IntervalBar } from '#components/charts/interval-bar';
import type { FanOutFacts } from '#components/fan-out/facts';
import { FilterButton } from '#components/filters/filter-button';
import { engineLabel } from '#components/overview/engine-label';
import { Chip } from '#components/ui/chip';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { intervalOf } from '#lib/core/figure';
import type { Rate } from '#lib/core/rate';
import { countedWords } from '#lib/format/counted';
import { formatCount, formatInterval, formatPercent } from '#lib/format/formats';

interface FanOutTableProps {
  queries: FanOutFacts['queries'];
  brand: string;
  /** The address of the answers for which a query was searched. */
  hrefs: Readonly<Record<string, string>>;
}

/** The engines' searches, the most asked first, and how often each leads to an answer that names the brand. */
export function FanOutTable({ queries, brand, hrefs }: FanOutTableProps) {
  return (
    <Table label="What the engines search for">
      <TableHead>
        <HeadCell>Search</HeadCell>
        <HeadCell numeric>Asked</HeadCell>
        <HeadCell className="w-[18%] max-lg:hidden" unseen>
          Share as a bar
        </HeadCell>
        <HeadCell numeric>Then names {brand}</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          95% interval
        </HeadCell>
        <HeadCell className="max-lg:hidden">Engines</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          Prompts
        </HeadCell>
      </TableHead>
      <tbody>
        {queries.map(({ query, asked, named, engines, prompts }) => (
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
            <Cell numeric>{formatCount(asked)}</Cell>
            <Cell className="max-lg:hidden">
              <IntervalBar length={named.value} whisker={whiskerOf(named)} />
            </Cell>
            <Cell numeric className="font-medium" title={countedWords(named, 'answers')}>
              {formatPercent(named.value)}
            </Cell>
            <Cell numeric className="text-muted max-sm:hidden">
              {formatInterval(intervalOf(named))}
            </Cell>
            <Cell className="max-lg:hidden">
              <span className="relative z-[1] flex flex-wrap gap-1">
                {engines.map((engine) => (
                  <FilterButton key={engine} dimension="engine" value={engine}>
                    <Chip>{engineLabel(engine)}</Chip>
                  </FilterButton>
                ))}
              </span>
            </Cell>
            <Cell numeric className="text-muted max-md:hidden">
              {formatCount(prompts)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function whiskerOf(rate: Rate): { from: number; to: number } | null {
  const interval = intervalOf(rate);
  return interval && { from: interval.low, to: interval.high };
}
