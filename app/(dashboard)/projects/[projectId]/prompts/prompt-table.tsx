'use client';

import { Search } from 'lucide-react';
import Link from 'next/link';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { FilterButton } from '#components/filters/filter-buttons';
import { ExplainedChange } from '#components/sections/explained-change';
import { MetricInfo } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Chip } from '#components/ui/chip';
import { inputClasses } from '#components/ui/field';
import { AnswersLink } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { Cell, HeadCell, Row, SortButton, Table, TableHead } from '#components/ui/table';
import { getInterval, type TrackedBrand } from '#lib/core/metric';
import type { PromptProblem } from '#lib/dashboard/analytics/overview/breakdown';
import { type AnswersView, getAnswersUrl, getMetricUrls } from '#lib/format/answer-links';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatPlural,
  formatPosition,
  formatRateCounts,
} from '#lib/format/numbers';
import {
  describeProblem,
  filterAndSortPrompts,
  type PromptRow,
  type PromptSortKey,
  promptSortKeys,
} from '#lib/format/prompt-list';
import { RewordPrompt, SelectedPrompts } from './prompt-dialogs';

interface PromptTableProps {
  projectId: string;
  rows: readonly PromptRow[];
  /** The filters as a query string. */
  query: string;
  topics: readonly string[];
  /** The selected brand. */
  brand: TrackedBrand;
  canEdit: boolean;
}

const pageSize = 100;

const columns: readonly { order: PromptSortKey; label: string; numeric: boolean; className?: string }[] = [
  { order: 'prompt', label: 'Prompt', numeric: false },
  { order: 'topic', label: 'Topic', numeric: false, className: 'max-lg:hidden' },
  { order: 'visibility', label: 'Visibility', numeric: true },
  { order: 'change', label: 'Change', numeric: true, className: 'max-sm:hidden' },
  { order: 'position', label: 'Position', numeric: true, className: 'max-sm:hidden' },
  { order: 'citation', label: 'Citation rate', numeric: true, className: 'max-lg:hidden' },
  { order: 'answers', label: 'Answers', numeric: true, className: 'max-sm:hidden' },
];

/** Table of prompts. Search and sorting are in the URL. */
export function PromptTable({ projectId, rows, query, topics, brand, canEdit }: PromptTableProps) {
  const [{ q, sort, down, uninformative }, setUrlState] = useQueryStates({
    q: parseAsString.withDefault(''),
    sort: parseAsStringLiteral(promptSortKeys).withDefault('topic'),
    down: parseAsBoolean.withDefault(false),
    uninformative: parseAsBoolean.withDefault(false),
  });
  const definitions = describeBrandMetrics(brand.name);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(pageSize);
  const matching = filterAndSortPrompts(rows, {
    ...{ words: q, order: sort, descending: down, onlyUninformative: uninformative },
  });
  const uninformativeCount = rows.filter(({ metrics }) => metrics?.problem).length;
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
        <div className="relative w-full sm:w-72">
          <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-faint" aria-hidden />
          <input
            type="search"
            aria-label="Search prompts"
            placeholder="Search prompts"
            className={`${inputClasses} h-9 pl-9`}
            value={q}
            onChange={(event) => setUrlState({ q: event.target.value || null })}
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
            {uninformative ? 'Show all prompts' : `${formatCount(uninformativeCount)} uninformative`}
          </Button>
        ) : null}
        {canEdit && selected.size > 0 ? (
          <SelectedPrompts
            projectId={projectId}
            prompts={rows.filter(({ id }) => selected.has(id))}
            topics={topics}
            onDone={() => setSelected(new Set())}
          />
        ) : null}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          kind="no match"
          title="No matching prompts"
          action={<Button onClick={() => setUrlState({ q: null, uninformative: null })}>Clear search</Button>}
        >
          No prompts match your search and filters.
        </EmptyState>
      ) : (
        <Table label="Prompts">
          <TableHead>
            {canEdit ? (
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
                  onSort={() => setUrlState({ sort: order, down: sort === order ? !down : numeric })}
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
                selected={canEdit ? selected.has(row.id) : null}
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

interface PromptTableRowProps {
  row: PromptRow;
  /** For links to the prompt and its answers. */
  view: AnswersView;
  /** The selected brand. */
  brandId: string;
  /** Null if prompts can't be selected. */
  selected: boolean | null;
  onSelect: (on: boolean) => void;
}

function PromptTableRow({ row, view, brandId, selected, onSelect }: PromptTableRowProps) {
  const { id, text, topic, tags, branded, metrics } = row;
  const { projectId, query } = view;
  const answerUrls = getMetricUrls(view, brandId, { prompt: id });
  return (
    <Row>
      {selected === null ? null : (
        <Cell>
          <Checkbox label={`Select “${text}”`} labelHidden checked={selected} onChange={onSelect} />
        </Cell>
      )}
      <Cell className="min-w-40 lg:min-w-56">
        <Link
          href={`/projects/${projectId}/prompts/${id}${query ? `?${query}` : ''}`}
          className="hover:text-accent-strong hover:underline"
        >
          {text}
        </Link>{' '}
        {branded ? (
          <span className="inline-flex h-5 items-center align-bottom">
            <Chip>Branded</Chip>
          </span>
        ) : null}
        {metrics?.problem ? (
          <UninformativeNote
            row={row}
            problem={metrics.problem}
            projectId={selected === null ? null : projectId}
          />
        ) : null}
        {tags.length > 0 ? (
          <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
            {tags.map((tag) => (
              <FilterButton key={tag} dimension="tag" value={tag}>
                {tag}
              </FilterButton>
            ))}
          </span>
        ) : null}
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-lg:hidden">
        {topic ? (
          <FilterButton dimension="topic" value={topic}>
            {topic}
          </FilterButton>
        ) : null}
      </Cell>
      {metrics === null ? (
        <Cell colSpan={5} className="text-right text-xs text-muted">
          Not sent in this period
        </Cell>
      ) : (
        <>
          <Cell numeric>
            <span className="font-medium">
              <AnswersLink
                href={answerUrls.visibility}
                title={formatRateCounts(metrics.visibility, 'answers')}
              >
                {formatPercent(metrics.visibility.value)}
              </AnswersLink>
            </span>
            <span className="block text-xs text-muted">
              {formatInterval(getInterval(metrics.visibility))}
            </span>
          </Cell>
          <Cell numeric className="max-sm:hidden">
            <ExplainedChange
              change={metrics.visibility.change}
              metric={{ metric: 'visibility', promptId: id }}
              compact
            />
          </Cell>
          <Cell numeric className="max-sm:hidden">
            <AnswersLink
              href={metrics.position.mean === null ? undefined : answerUrls.position}
              title={`Average of ${formatPlural(metrics.position.answers, 'answer')}`}
            >
              {formatPosition(metrics.position.mean)}
            </AnswersLink>
          </Cell>
          <Cell numeric className="max-lg:hidden">
            <AnswersLink
              href={metrics.citationRate.value === null ? undefined : answerUrls.citationRate}
              title={formatRateCounts(metrics.citationRate, 'answers')}
            >
              {formatPercent(metrics.citationRate.value)}
            </AnswersLink>
          </Cell>
          <Cell numeric className="text-muted max-sm:hidden">
            <AnswersLink href={getAnswersUrl(projectId, query, { prompt: id })}>
              {formatCount(metrics.answers)}
            </AnswersLink>
          </Cell>
        </>
      )}
    </Row>
  );
}

interface UninformativeNoteProps {
  row: PromptRow;
  problem: PromptProblem;
  /** Null if prompts can't be edited. */
  projectId: string | null;
}

/** Marks a prompt that says nothing about brands, and proposes another wording. */
function UninformativeNote({ row, problem, projectId }: UninformativeNoteProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 align-bottom">
      <span title={describeProblem(problem)}>
        <Chip tone="notice">Uninformative</Chip>
      </span>
      <span className="sr-only">{describeProblem(problem)}</span>
      {projectId === null ? null : <RewordPrompt projectId={projectId} row={row} problem={problem} />}
    </span>
  );
}
