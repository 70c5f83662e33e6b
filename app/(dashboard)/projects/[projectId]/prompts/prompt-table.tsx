'use client';

import { Search } from 'lucide-react';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { MetricInfo } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { inputClasses } from '#components/ui/classes';
import { EmptyState } from '#components/ui/notice';
import { HeadCell, SortButton, Table, TableHead } from '#components/ui/table';
import type { TrackedBrand } from '#lib/core/metric';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPlural } from '#lib/format/numbers';
import {
  filterAndSortPrompts,
  type PromptRow,
  type PromptSortKey,
  promptSortKeys,
} from '#lib/format/prompt-list';
import { SelectedPrompts } from './prompt-dialogs';
import { PromptTableRow } from './prompt-row';

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

const pageSize = 100;

const columns: readonly { sortKey: PromptSortKey; label: string; numeric: boolean; className?: string }[] = [
  { sortKey: 'prompt', label: 'Prompt', numeric: false },
  { sortKey: 'topic', label: 'Topic', numeric: false, className: 'max-lg:hidden' },
  { sortKey: 'visibility', label: 'Visibility', numeric: true },
  { sortKey: 'change', label: 'Change', numeric: true, className: 'max-sm:hidden' },
  { sortKey: 'position', label: 'Position', numeric: true, className: 'max-sm:hidden' },
  { sortKey: 'citation', label: 'Citation rate', numeric: true, className: 'max-lg:hidden' },
  { sortKey: 'answers', label: 'Answers', numeric: true, className: 'max-sm:hidden' },
];

/** Table of prompts. Search and sorting are in the URL. */
export function PromptTable({ projectId, rows, query, topics, brand, denial }: PromptTableProps) {
  const [{ search, sort, direction, uninformative }, setUrlState] = useQueryStates(
    {
      search: parseAsString.withDefault(''),
      sort: parseAsStringLiteral(promptSortKeys).withDefault('topic'),
      direction: parseAsStringLiteral(['asc', 'desc']).withDefault('asc'),
      uninformative: parseAsBoolean.withDefault(false),
    },
    { urlKeys: { search: 'q' } },
  );
  const isDescending = direction === 'desc';
  const definitions = describeBrandMetrics(brand.name);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(pageSize);
  const matching = filterAndSortPrompts(rows, {
    search,
    order: sort,
    descending: isDescending,
    onlyUninformative: uninformative,
  });
  const uninformativeCount = rows.filter(({ metrics }) => metrics?.uninformativeReason).length;
  const shown = matching.slice(0, limit);
  const toggle = (ids: readonly string[], on: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) on ? next.add(id) : next.delete(id);
      return next;
    });
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
            onChange={(event) => setUrlState({ search: event.target.value || null })}
          />
        </div>
        <MetricInfo
          title="Prompts"
          descriptions={[
            { metric: 'Visibility', description: definitions.visibility },
            { metric: 'Position', description: definitions.position },
            { metric: 'Citation rate', description: definitions.citationRate },
          ]}
        />
        {uninformativeCount > 0 || uninformative ? (
          <Button
            size="small"
            aria-pressed={uninformative}
            onClick={() => setUrlState({ uninformative: uninformative ? null : true })}
          >
            {uninformative
              ? 'Show all prompts'
              : `Show ${formatPlural(uninformativeCount, 'uninformative prompt')}`}
          </Button>
        ) : null}
        {selected.size > 0 ? (
          <SelectedPrompts
            projectId={projectId}
            prompts={rows.filter(({ id }) => selected.has(id))}
            topics={topics}
            denial={denial}
            onDone={() => setSelected(new Set())}
          />
        ) : null}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          kind="no match"
          title="No matching prompts"
          action={
            <Button onClick={() => setUrlState({ search: null, uninformative: null })}>Clear search</Button>
          }
        >
          No prompts match your search and filters.
        </EmptyState>
      ) : (
        <Table label="Prompts">
          <TableHead>
            <HeadCell className="w-8">
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
            {columns.map(({ sortKey, label, numeric, className }) => (
              <HeadCell
                key={sortKey}
                numeric={numeric}
                className={className}
                aria-sort={sort !== sortKey ? undefined : isDescending ? 'descending' : 'ascending'}
              >
                <SortButton
                  numeric={numeric}
                  sorted={sort !== sortKey ? null : isDescending ? 'descending' : 'ascending'}
                  onSort={() => {
                    const nextDescending = sort === sortKey ? !isDescending : numeric;
                    setUrlState({ sort: sortKey, direction: nextDescending ? 'desc' : 'asc' });
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
