'use client';

import { Search } from 'lucide-react';
import { useState } from 'react';
import { ClearFiltersButton } from '#components/filters/filter-buttons';
import { MetricInfo } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { inputClasses } from '#components/ui/classes';
import { useUrlQuery } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { HeadCell, SortButton, Table, TableHead } from '#components/ui/table';
import { defineMessages } from '#lib/core/messages';
import type { TrackedBrand } from '#lib/core/metric';
import { formatCount } from '#lib/core/numbers';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { SelectedPrompts } from './prompt-dialogs';
import { filterAndSortPrompts, type PromptRow, type PromptSortKey, promptSortKeys } from './prompt-list';
import { PromptTableRow, pinnedPromptClasses } from './prompt-row';

interface PromptTableProps {
  projectId: string;
  rows: readonly PromptRow[];
  /** The filters as a query string. */
  query: string;
  topics: readonly string[];
  /** The selected brand. */
  brand: TrackedBrand;
  /** Reason why the member can't edit prompts; null if they can. */
  denial: string | null;
}

interface Selection {
  /** The filters with which the prompts were selected. */
  query: string;
  ids: ReadonlySet<string>;
}

const pageSize = 100;

const columns: readonly { sortKey: PromptSortKey; label: string; numeric: boolean }[] = [
  { sortKey: 'prompt', label: 'Prompt', numeric: false },
  { sortKey: 'topic', label: 'Topic', numeric: false },
  { sortKey: 'visibility', label: 'Visibility', numeric: true },
  { sortKey: 'change', label: 'Change', numeric: true },
  { sortKey: 'position', label: 'Position', numeric: true },
  { sortKey: 'citation', label: 'Citation rate', numeric: true },
  { sortKey: 'answers', label: 'Answers', numeric: true },
];

const messages = defineMessages({
  show: 'Show {prompts, plural, one {# uninformative prompt} other {# uninformative prompts}}',
});

/** Table of prompts. Search and sorting are in the URL. */
export function PromptTable({ projectId, rows, query, topics, brand, denial }: PromptTableProps) {
  const { query: urlQuery, changeWithoutLoading } = useUrlQuery();
  const parameters = new URLSearchParams(urlQuery);
  const search = parameters.get('q') ?? '';
  const sort = promptSortKeys.find((key) => key === parameters.get('sort')) ?? 'topic';
  const isDescending = parameters.get('direction') === 'desc';
  const uninformative = parameters.get('uninformative') === 'true';
  const definitions = describeBrandMetrics(brand.name);
  const [selection, setSelection] = useState<Selection>({ query, ids: new Set() });
  // A selection made with other filters could contain prompts that are not in the table.
  const selected = selection.query === query ? selection.ids : new Set<string>();
  const [limit, setLimit] = useState(pageSize);
  const matching = filterAndSortPrompts(rows, {
    search,
    order: sort,
    descending: isDescending,
    onlyUninformative: uninformative,
  });
  const showsLanguage = rows.some(({ language }) => language !== rows[0]?.language);
  const isSearched = search !== '' || uninformative;
  const uninformativeCount = rows.filter(({ metrics }) => metrics?.uninformativeReason).length;
  const shown = matching.slice(0, limit);
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    setSelection({ query, ids: next });
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <div className="relative min-w-48 flex-1 sm:w-72 sm:flex-none">
          <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-faint" aria-hidden />
          <input
            type="search"
            aria-label="Search prompts"
            placeholder="Search prompts"
            className={`${inputClasses} h-9 pl-9`}
            value={search}
            onChange={(event) => changeWithoutLoading({ q: event.target.value ? [event.target.value] : [] })}
          />
        </div>
        <MetricInfo
          title="Prompts"
          descriptions={[
            { metric: 'Visibility', description: definitions.visibility },
            { metric: 'Position', description: `${definitions.position} ${definitions.trackedPosition}` },
            { metric: 'Citation rate', description: definitions.citationRate },
          ]}
        />
        {uninformativeCount > 0 || uninformative ? (
          <Button
            size="small"
            aria-pressed={uninformative}
            onClick={() => changeWithoutLoading({ uninformative: uninformative ? [] : ['true'] })}
          >
            {uninformative ? 'Show all prompts' : messages.show({ prompts: uninformativeCount })}
          </Button>
        ) : null}
        {selected.size > 0 ? (
          <SelectedPrompts
            projectId={projectId}
            prompts={rows.filter(({ id }) => selected.has(id))}
            topics={topics}
            denial={denial}
            onDone={() => setSelection({ query, ids: new Set() })}
          />
        ) : null}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          kind="no match"
          title="No matching prompts"
          action={
            isSearched ? (
              <Button onClick={() => changeWithoutLoading({ q: [], uninformative: [] })}>Clear search</Button>
            ) : (
              <ClearFiltersButton />
            )
          }
        >
          {isSearched ? 'No prompts match your search and filters.' : 'No prompts match your filters.'}
        </EmptyState>
      ) : (
        <Table label="Prompts">
          <TableHead>
            <HeadCell className="w-8 min-w-8">
              <Checkbox
                label="Select all"
                labelHidden
                checked={matching.every(({ id }) => selected.has(id))}
                onChange={(on) =>
                  toggle(
                    matching.map(({ id }) => id),
                    on,
                  )
                }
              />
            </HeadCell>
            {columns.map(({ sortKey, label, numeric }) => (
              <HeadCell
                key={sortKey}
                numeric={numeric}
                {...(sortKey === 'prompt' ? { 'data-pinned': true, className: pinnedPromptClasses } : {})}
                {...(sortKey === 'topic' ? { className: 'max-sm:hidden' } : {})}
                aria-sort={sort !== sortKey ? undefined : isDescending ? 'descending' : 'ascending'}
              >
                <SortButton
                  numeric={numeric}
                  sorted={sort !== sortKey ? null : isDescending ? 'descending' : 'ascending'}
                  onSort={() => {
                    const nextDescending = sort === sortKey ? !isDescending : numeric;
                    changeWithoutLoading({
                      sort: sortKey === 'topic' ? [] : [sortKey],
                      direction: nextDescending ? ['desc'] : [],
                    });
                  }}
                >
                  {label}
                </SortButton>
              </HeadCell>
            ))}
          </TableHead>
          <tbody>
            {shown.map((row) => (
              <PromptTableRow
                key={row.id}
                row={row}
                linkContext={{ projectId, query }}
                brand={brand}
                denial={denial}
                showsLanguage={showsLanguage}
                selected={selected.has(row.id)}
                onSelect={(on) => toggle([row.id], on)}
              />
            ))}
          </tbody>
        </Table>
      )}
      {matching.length > shown.length ? (
        <p className="flex items-center gap-3 text-muted">
          {formatCount(shown.length)} of {formatCount(matching.length)} prompts
          <Button size="small" onClick={() => setLimit(limit + pageSize)}>
            Show {formatCount(Math.min(pageSize, matching.length - shown.length))} more
          </Button>
        </p>
      ) : null}
    </div>
  );
}
