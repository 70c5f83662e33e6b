'use client';

import { FilterButton } from '#components/filters/filter-buttons';
import { describeMean } from '#components/sections/describe-mean';
import { ExplainedChange } from '#components/sections/explained-change';
import { Checkbox } from '#components/ui/checkbox';
import { Chip } from '#components/ui/chip';
import { clickableRow } from '#components/ui/classes';
import { AnswersLink, PageLink } from '#components/ui/links';
import { Cell, Row } from '#components/ui/table';
import { getInterval, type TrackedBrand } from '#lib/core/metric';
import { formatCount, formatPercent, formatPosition, formatRateCounts } from '#lib/core/numbers';
import { type AnswersLinkContext, getAnswersUrl, getMetricUrls } from '#lib/format/answer-links';
import { formatPrecision } from '#lib/format/format-precision';
import type { PromptRow } from './prompt-list';
import { UninformativeNote } from './reword-prompt';

interface PromptTableRowProps {
  row: PromptRow;
  /** For links to the prompt and its answers. */
  linkContext: AnswersLinkContext;
  /** The selected brand. */
  brand: TrackedBrand;
  /** Reason why the member can't edit prompts; null if they can. */
  denial: string | null;
  /** Whether the language is shown, because the project has prompts in several. */
  showsLanguage: boolean;
  selected: boolean;
  onSelect: (on: boolean) => void;
}

/** Classes that pin the column of the prompt next to that of the checkbox, which is 32 px wide. */
export const pinnedPromptClasses = 'left-8 max-sm:pl-1';

/** A prompt with its metrics, which link to its answers. */
export function PromptTableRow({
  row,
  linkContext,
  brand,
  denial,
  showsLanguage,
  selected,
  onSelect,
}: PromptTableRowProps) {
  const { id, text, topic, tags, language, isBranded, metrics } = row;
  const { projectId, query } = linkContext;
  const trackedPosition = metrics?.trackedPosition;
  const answerUrls = getMetricUrls(linkContext, brand.id, { prompt: id });
  return (
    <Row className={clickableRow}>
      <Cell>
        <div className="relative z-[1]">
          <Checkbox label={`Select “${text}”`} labelHidden checked={selected} onChange={onSelect} />
        </div>
      </Cell>
      <Cell data-pinned className={`${pinnedPromptClasses} min-w-36 sm:min-w-40 lg:min-w-56`}>
        <PageLink
          href={`/projects/${projectId}/prompts/${id}${query ? `?${query}` : ''}`}
          className="after:absolute after:inset-0 hover:text-accent-strong"
        >
          {text}
        </PageLink>{' '}
        {isBranded ? (
          <span className="inline-flex h-5 items-center align-bottom">
            <Chip>Branded</Chip>
          </span>
        ) : null}
        {showsLanguage ? (
          <span className="text-xs text-muted">
            <span className="sr-only">Language </span>
            {language ?? 'unknown language'}
          </span>
        ) : null}
        {metrics?.uninformativeReason ? (
          <UninformativeNote
            projectId={projectId}
            row={row}
            reason={metrics.uninformativeReason}
            denial={denial}
          />
        ) : null}
        {topic || tags.length > 0 ? (
          <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
            {topic ? (
              <span className="sm:hidden">
                <FilterButton filter="topics" value={topic}>
                  {topic}
                </FilterButton>
              </span>
            ) : null}
            {tags.map((tag) => (
              <FilterButton key={tag} filter="tags" value={tag}>
                {tag}
              </FilterButton>
            ))}
          </span>
        ) : null}
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-sm:hidden">
        {topic ? (
          <FilterButton filter="topics" value={topic}>
            {topic}
          </FilterButton>
        ) : null}
      </Cell>
      {metrics === null ? (
        <Cell colSpan={5} className="text-right text-xs text-muted">
          Not answered in this period
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
              {formatPrecision(metrics.visibility.value, getInterval(metrics.visibility))}
            </span>
          </Cell>
          <Cell numeric>
            <ExplainedChange
              change={metrics.visibility.change}
              metric={{ metric: 'visibility', promptId: id }}
              isNeutral={brand.role === 'competitor'}
              compact
            />
          </Cell>
          <Cell numeric>
            <AnswersLink
              href={metrics.position.mean === null ? undefined : answerUrls.position}
              title={describeMean(metrics.position)}
            >
              {formatPosition(metrics.position.mean)}
            </AnswersLink>
            {trackedPosition && trackedPosition.mean !== metrics.position.mean ? (
              <span className="block text-xs text-muted">
                {formatPosition(trackedPosition.mean)} among tracked
              </span>
            ) : null}
          </Cell>
          <Cell numeric>
            <AnswersLink
              href={metrics.citationRate.value === null ? undefined : answerUrls.citationRate}
              title={formatRateCounts(metrics.citationRate, 'answers')}
            >
              {formatPercent(metrics.citationRate.value)}
            </AnswersLink>
          </Cell>
          <Cell numeric className="text-muted">
            <AnswersLink href={getAnswersUrl(projectId, query, { prompt: id })}>
              {formatCount(metrics.answers)}
            </AnswersLink>
          </Cell>
        </>
      )}
    </Row>
  );
}
