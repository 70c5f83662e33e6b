import { ChartFrame } from '#components/charts/chart-frame';
import { TableView } from '#components/sections/table-view';
import { Link } from '#components/ui/link';
import { layoutFanOutTree } from '#lib/charts/fan-out-tree';
import { fanOutByPromptTable } from '#lib/contract/tables/fan-out';
import { defineMessages } from '#lib/core/messages';
import { formatPercent, formatPlural } from '#lib/core/numbers';
import type { FanOutPrompt } from '#lib/dashboard/analytics/fan-out/fan-out';
import { describeFanOutMetrics } from '#lib/format/metric-descriptions';

interface FanOutTreeProps {
  prompts: readonly FanOutPrompt[];
  brand: string;
  /** URL of the answers with each query, by `promptId:query`. */
  hrefs: Readonly<Record<string, string>>;
  promptHrefs: Readonly<Record<string, string>>;
}

/** Fits two lines of text. */
const rowHeight = 36;
const branchWidth = 96;

const messages = defineMessages({
  note: '{prompts, plural, one {The prompt} other {The # prompts}} whose search queries were issued most often.',
});

/** Prompts and the search queries that engines issue for them. */
export function FanOutTree({ prompts, brand, hrefs, promptHrefs }: FanOutTreeProps) {
  const tree = layoutFanOutTree(prompts, { rowHeight, gap: 20, branchWidth });
  return (
    <ChartFrame
      title={fanOutByPromptTable.title}
      note={messages.note({ prompts: prompts.length })}
      exportedTable={fanOutByPromptTable.name}
      descriptions={[{ metric: 'Mention rate', description: describeFanOutMetrics(brand).mentioned }]}
      table={<PromptQueriesTable prompts={prompts} hrefs={hrefs} />}
    >
      <div className="grid grid-cols-[minmax(0,2fr)_96px_minmax(0,3fr)] max-md:hidden">
        <ul aria-label="Prompts" className="relative" style={{ height: tree.height }}>
          {tree.prompts.map(({ promptId, prompt, middle }) => (
            <li
              key={promptId}
              className="absolute right-0 left-0 -translate-y-1/2 pr-3 text-right font-medium"
              style={{ top: middle }}
            >
              <Link
                prefetch={false}
                href={promptHrefs[promptId] ?? ''}
                title={prompt}
                className="line-clamp-2 hover:text-accent-strong"
              >
                {prompt}
              </Link>
            </li>
          ))}
        </ul>
        <svg aria-hidden width={branchWidth} height={tree.height} className="overflow-visible">
          {tree.branches.map(({ key, path, width }) => (
            <path
              key={key}
              d={path}
              fill="none"
              stroke="var(--accent)"
              strokeOpacity={0.35}
              strokeWidth={width}
              strokeLinecap="round"
            />
          ))}
        </svg>
        <ul aria-label="Search queries" className="relative" style={{ height: tree.height }}>
          {tree.leaves.map(({ key, query, answers, mentioned, middle }) => (
            <li
              key={key}
              className="absolute right-0 left-0 flex -translate-y-1/2 items-baseline gap-3 pl-3"
              style={{ top: middle }}
            >
              <Link
                prefetch={false}
                href={hrefs[key] ?? ''}
                title={query}
                className="line-clamp-2 min-w-0 leading-4 hover:text-accent-strong"
              >
                {query}
              </Link>
              <span className="shrink-0 text-xs text-muted">
                {formatPlural(answers, 'answer')}
                <span className="max-lg:hidden">
                  , {formatPercent(mentioned.value)} mention {brand}
                </span>
              </span>
            </li>
          ))}
          {tree.hidden.map(({ promptId, count, middle }) => (
            <li
              key={promptId}
              className="absolute right-0 left-0 -translate-y-1/2 pl-3 text-xs text-muted"
              style={{ top: middle }}
            >
              and {formatPlural(count, 'other query', 'other queries')}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-4 text-xs text-muted max-md:hidden">Wider lines mean more frequent queries.</p>
      <ul className="flex flex-col gap-5 md:hidden">
        {prompts.map(({ promptId, prompt, queries, queryCount }) => (
          <li key={promptId}>
            <Link
              prefetch={false}
              href={promptHrefs[promptId] ?? ''}
              className="font-medium hover:text-accent-strong"
            >
              {prompt}
            </Link>
            <ul className="mt-1.5 ml-1 flex flex-col gap-1.5 border-l-2 pl-3">
              {queries.map(({ query, answers }) => (
                <li key={query} className="flex items-baseline justify-between gap-3">
                  <Link
                    prefetch={false}
                    href={hrefs[`${promptId}:${query}`] ?? ''}
                    className="min-w-0 wrap-anywhere hover:text-accent-strong"
                  >
                    {query}
                  </Link>
                  <span className="shrink-0 text-xs text-muted">{formatPlural(answers, 'answer')}</span>
                </li>
              ))}
              {queryCount > queries.length ? (
                <li className="text-xs text-muted">
                  and {formatPlural(queryCount - queries.length, 'other query', 'other queries')}
                </li>
              ) : null}
            </ul>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

function PromptQueriesTable({ prompts, hrefs }: Pick<FanOutTreeProps, 'prompts' | 'hrefs'>) {
  return (
    <TableView
      table={fanOutByPromptTable}
      rows={prompts.flatMap(({ promptId, prompt, queries }) =>
        queries.map((query) => ({ ...query, prompt, key: `${promptId}:${query.query}` })),
      )}
      getKey={({ key }) => key}
      views={{
        prompt: { className: 'min-w-40 wrap-break-word' },
        query: {
          className: 'min-w-40 wrap-break-word',
          cell: ({ key, query }) => (
            <Link
              prefetch={false}
              href={hrefs[key] ?? ''}
              className="after:absolute after:inset-0 hover:text-accent-strong"
            >
              {query}
            </Link>
          ),
        },
        mentioned: {
          className: 'font-medium',
          cell: ({ mentioned }) => formatPercent(mentioned.value),
          interval: {},
        },
      }}
    />
  );
}
