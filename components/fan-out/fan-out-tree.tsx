import Link from 'next/link';
import { ChartFrame } from '#components/charts/chart-frame';
import type { FanOutPromptFacts } from '#components/fan-out/facts';
import { PromptQueriesTable } from '#components/fan-out/prompt-queries-table';
import { fanOutTree } from '#lib/charts/fan-out-tree';
import { fanOutDefinitionsOf } from '#lib/format/definitions';
import { formatPercent, formatPlural } from '#lib/format/formats';

interface FanOutTreeProps {
  prompts: readonly FanOutPromptFacts[];
  brand: string;
  /** The address of the answers to a prompt for which a query was searched, by prompt and query. */
  hrefs: Readonly<Record<string, string>>;
  promptHrefs: Readonly<Record<string, string>>;
}

const rowHeight = 32;
const reach = 96;

/** From the prompts to what the engines search for to answer them. */
export function FanOutTree({ prompts, brand, hrefs, promptHrefs }: FanOutTreeProps) {
  const tree = fanOutTree(prompts, { row: rowHeight, gap: 20, reach });
  const named = new Map<string, number | null>(
    prompts.flatMap(({ promptId, queries }) =>
      queries.map((one) => [`${promptId}:${one.query}`, one.named.value]),
    ),
  );
  return (
    <ChartFrame
      title="From prompts to searches"
      note={`The ${prompts.length === 1 ? 'prompt that makes' : `${prompts.length} prompts that make`} the engines search most. A wider line was searched more often.`}
      exported="fan-out-by-prompt"
      meanings={[{ figure: `Then name ${brand}`, means: fanOutDefinitionsOf(brand).named }]}
      table={<PromptQueriesTable prompts={prompts} brand={brand} hrefs={hrefs} />}
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
        <svg aria-hidden width={reach} height={tree.height} className="overflow-visible">
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
        <ul aria-label="Searches" className="relative" style={{ height: tree.height }}>
          {tree.leaves.map(({ key, query, asked, middle }) => (
            <li
              key={key}
              className="absolute right-0 left-0 flex -translate-y-1/2 items-baseline gap-3 pl-3"
              style={{ top: middle }}
            >
              <Link
                prefetch={false}
                href={hrefs[key] ?? ''}
                title={query}
                className="min-w-0 truncate hover:text-accent-strong"
              >
                {query}
              </Link>
              <span className="shrink-0 text-xs text-muted">
                {formatPlural(asked, 'time')}
                <span className="max-lg:hidden">
                  , {formatPercent(named.get(key) ?? null)} then name {brand}
                </span>
              </span>
            </li>
          ))}
          {tree.rests.map(({ promptId, left, middle }) => (
            <li
              key={promptId}
              className="absolute right-0 left-0 -translate-y-1/2 pl-3 text-xs text-muted"
              style={{ top: middle }}
            >
              and {formatPlural(left, 'other search', 'other searches')}
            </li>
          ))}
        </ul>
      </div>
      <ul className="flex flex-col gap-5 md:hidden">
        {prompts.map(({ promptId, prompt, queries, total }) => (
          <li key={promptId}>
            <Link
              prefetch={false}
              href={promptHrefs[promptId] ?? ''}
              className="font-medium hover:text-accent-strong"
            >
              {prompt}
            </Link>
            <ul className="mt-1.5 ml-1 flex flex-col gap-1.5 border-l-2 pl-3">
              {queries.map(({ query, asked }) => (
                <li key={query} className="flex items-baseline justify-between gap-3">
                  <Link
                    prefetch={false}
                    href={hrefs[`${promptId}:${query}`] ?? ''}
                    className="min-w-0 wrap-anywhere hover:text-accent-strong"
                  >
                    {query}
                  </Link>
                  <span className="shrink-0 text-xs text-muted">{formatPlural(asked, 'time')}</span>
                </li>
              ))}
              {total > queries.length ? (
                <li className="text-xs text-muted">
                  and {formatPlural(total - queries.length, 'other search', 'other searches')}
                </li>
              ) : null}
            </ul>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
