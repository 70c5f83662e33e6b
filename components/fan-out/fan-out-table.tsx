import { IntervalBar } from '#components/charts/inline-charts';
import { FilterButton } from '#components/filters/filter-buttons';
import { TableView } from '#components/sections/table-view';
import { Chip } from '#components/ui/chip';
import { PageLink } from '#components/ui/links';
import { getEngineName } from '#lib/contract/engines';
import { fanOutTable } from '#lib/contract/tables/fan-out';
import { getInterval } from '#lib/core/metric';
import type { FanOutQuery } from '#lib/dashboard/analytics/fan-out/fan-out';

interface FanOutTableProps {
  queries: readonly FanOutQuery[];
  /** URL of the answers with each query, by query. */
  hrefs: Readonly<Record<string, string>>;
}

/** Search queries, most frequent first, each with the share of its answers that mention the brand. */
export function FanOutTable({ queries, hrefs }: FanOutTableProps) {
  return (
    <TableView
      table={fanOutTable}
      rows={queries}
      getKey={({ query }) => query}
      views={{
        query: {
          className: 'max-w-96 min-w-40 wrap-anywhere',
          cell: ({ query }) => (
            <PageLink
              prefetch={false}
              href={hrefs[query]}
              className="font-medium after:absolute after:inset-0 hover:text-accent-strong"
            >
              {query}
            </PageLink>
          ),
        },
        mentioned: {
          className: 'font-medium',
          before: {
            head: 'Mention rate (bar)',
            labelHidden: true,
            className: 'w-[18%] max-lg:hidden',
            cell: ({ mentioned }) => (
              <IntervalBar value={mentioned.value} interval={getInterval(mentioned)} />
            ),
          },
          interval: {},
        },
        engines: {
          // Fits two chips in one line.
          className: 'min-w-44 print:max-lg:hidden min-[1400px]:min-w-76',
          cell: ({ engines }) => (
            <span className="relative z-[1] flex flex-wrap gap-1">
              {engines.map((engine) => (
                <FilterButton key={engine} filter="engines" value={engine}>
                  <Chip>{getEngineName(engine)}</Chip>
                </FilterButton>
              ))}
            </span>
          ),
        },
        prompts: { className: 'text-muted' },
      }}
    />
  );
}
