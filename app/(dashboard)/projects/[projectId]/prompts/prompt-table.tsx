'use client';

import { Search } from 'lucide-react';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { MetricInfo } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { EmptyState } from '#components/ui/empty-state';
import { inputClasses } from '#components/ui/field';
import { HeadCell, SortButton, Table, TableHead } from '#components/ui/table';
import type { TrackedBrand } from '#lib/core/metric';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { formatCount } from '#lib/format/numbers';
import {
  filterAndSortPrompts,
  type PromptRow,
  type PromptSortKey,
  promptSortKeys,
} from '#lib/format/prompt-list';
import { PromptTableRow } from './prompt-table-row';
import { SelectedPrompts } from './selected-prompts';

interface PromptTableProps {
  projectId: string;
  rows: readonly PromptRow[];
  /** The filters as they stand in an address. */
  query: string;
  topics: readonly string[];
  /** Whose figures stand beside each prompt. */
  brand: TrackedBrand;
  mayEdit: boolean;
}

const atOnce = 100;

const columns: readonly { order: PromptSortKey; label: string; numeric: boolean; className?: string }[] = [
  { order: 'prompt', label: 'Prompt', numeric: false },
  { order: 'topic', label: 'Topic', numeric: false, className: 'max-lg:hidden' },
  { order: 'visibility', label: 'Visibility', numeric: true },
  { order: 'change', label: 'Change', numeric: true, className: 'max-sm:hidden' },
  { order: 'position', label: 'Position', numeric: true, className: 'max-sm:hidden' },
  { order: 'citation', label: 'Citation rate', numeric: true, className: 'max-lg:hidden' },
  { order: 'answers', label: 'Answers', numeric: true, className: 'max-sm:hidden' },
];

/** The prompts with their figures, searched and put in order by the address, filed and archived in groups. */
export function PromptTable({ projectId, rows, query, topics, brand, mayEdit }: PromptTableProps) {
  const [{ q, sort, down }, setAddress] = useQueryStates({
    q: parseAsString.withDefault(''),
    sort: parseAsStringLiteral(promptSortKeys).withDefault('topic'),
    down: parseAsBoolean.withDefault(false),
  });
  const definitions = describeBrandMetrics(brand.name);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(atOnce);
  const found = filterAndSortPrompts(rows, { words: q, order: sort, descending: down });
  const shown = found.slice(0, limit);
  const toggle = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) on ? next.add(id) : next.delete(id);
      return next;
    });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <div className="relative w-full sm:w-72">
          <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-faint" aria-hidden />
          <input
            type="search"
            aria-label="Search prompts"
            placeholder="Search prompts"
            className={`${inputClasses} h-9 pl-9`}
            value={q}
            onChange={(event) => setAddress({ q: event.target.value || null })}
          />
        </div>
        <MetricInfo
          of="Prompts"
          meanings={[
            { metric: 'Visibility', description: definitions.visibility },
            { metric: 'Position', description: definitions.position },
            { metric: 'Citation rate', description: definitions.citationRate },
          ]}
        />
        {mayEdit && chosen.size > 0 ? (
          <SelectedPrompts
            projectId={projectId}
            prompts={rows.filter(({ id }) => chosen.has(id))}
            topics={topics}
            onDone={() => setChosen(new Set())}
          />
        ) : null}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          kind="no match"
          title="Nothing matches"
          action={<Button onClick={() => setAddress({ q: null })}>Clear the search</Button>}
        >
          No prompt under these filters has these words.
        </EmptyState>
      ) : (
        <Table label="Prompts">
          <TableHead>
            {mayEdit ? (
              <HeadCell className="w-8">
                <Checkbox
                  label="Choose all"
                  labelHidden
                  checked={found.every(({ id }) => chosen.has(id))}
                  onChange={(on) =>
                    toggle(
                      found.map(({ id }) => id),
                      on,
                    )
                  }
                />
              </HeadCell>
            ) : null}
            {columns.map(({ order, label, numeric, className }) => (
              <HeadCell
                key={order}
                numeric={numeric}
                className={className}
                aria-sort={sort !== order ? undefined : down ? 'descending' : 'ascending'}
              >
                <SortButton
                  numeric={numeric}
                  sorted={sort !== order ? null : down ? 'down' : 'up'}
                  onSort={() => setAddress({ sort: order, down: sort === order ? !down : numeric })}
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
                view={{ projectId, query }}
                brandId={brand.id}
                chosen={mayEdit ? chosen.has(row.id) : null}
                onChoose={(on) => toggle([row.id], on)}
              />
            ))}
          </tbody>
        </Table>
      )}
      {found.length > shown.length ? (
        <p className="flex items-center gap-3 text-muted">
          {formatCount(shown.length)} of {formatCount(found.length)} prompts
          <Button size="small" onClick={() => setLimit(limit + atOnce)}>
            Show {formatCount(Math.min(atOnce, found.length - shown.length))} more
          </Button>
        </p>
      ) : null}
    </div>
  );
}
