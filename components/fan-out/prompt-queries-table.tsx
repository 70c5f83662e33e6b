import Link from 'next/link';
import type { FanOutPromptFacts } from '#components/fan-out/facts';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { intervalOf } from '#lib/core/figure';
import { formatCount, formatInterval, formatPercent } from '#lib/format/formats';

interface PromptQueriesTableProps {
  prompts: readonly FanOutPromptFacts[];
  brand: string;
  hrefs: Readonly<Record<string, string>>;
}

/** The tree of prompts and searches as a table. */
export function PromptQueriesTable({ prompts, brand, hrefs }: PromptQueriesTableProps) {
  return (
    <Table label="From prompts to searches">
      <TableHead>
        <HeadCell>Prompt</HeadCell>
        <HeadCell>Search</HeadCell>
        <HeadCell numeric>Asked</HeadCell>
        <HeadCell numeric>Then names {brand}</HeadCell>
        <HeadCell numeric>95% interval</HeadCell>
      </TableHead>
      <tbody>
        {prompts.flatMap(({ promptId, prompt, queries }) =>
          queries.map(({ query, asked, named }) => (
            <Row key={`${promptId}:${query}`} className="relative">
              <Cell>{prompt}</Cell>
              <Cell className="wrap-anywhere">
                <Link
                  prefetch={false}
                  href={hrefs[`${promptId}:${query}`] ?? ''}
                  className="after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {query}
                </Link>
              </Cell>
              <Cell numeric>{formatCount(asked)}</Cell>
              <Cell numeric className="font-medium">
                {formatPercent(named.value)}
              </Cell>
              <Cell numeric className="text-muted">
                {formatInterval(intervalOf(named))}
              </Cell>
            </Row>
          )),
        )}
      </tbody>
    </Table>
  );
}
