import type { ReactNode } from 'react';
import { FilterBar } from '#components/filters/filter-bar';
import { EngineLabelsProvider, FilteredContent, FilterProvider } from '#components/filters/filter-context';
import { Page } from '#components/layout/page';
import { FictionalNotice, NoAnswers } from '#components/overview/no-answers';
import { ExportMenu, type ExportTarget } from '#components/sections/export-menu';
import { FictionalBadge } from '#components/sections/section';
import { hasSelection } from '#lib/contract/filters/page-filters';
import { formatInstant, formatPeriod } from '#lib/core/dates';
import { toDay } from '#lib/core/days';
import { explainDenial } from '#lib/core/permissions';
import {
  findInvalidDays,
  formatFilters,
  getPeriods,
  getPresetDays,
} from '#lib/dashboard/analytics/filters/metric-filters';
import { getEmptyStateReason } from '#lib/dashboard/analytics/filters/project-state';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import type { AnswerSet } from '#lib/format/metric-descriptions';
import { buildFilterMenuOptions, describeFilters, type PageData } from './load-page';
import { getProgress } from './progress/get-progress';
import { toUnsentRun } from './progress/unsent-notice';
import { SavedViews } from './saved-views';

interface FilteredPageProps {
  page: PageData;
  title: string;
  /** Shown instead of the title. */
  heading?: ReactNode;
  /** One sentence that summarizes the data. */
  summary: ReactNode;
  /** The answers on the page, which are marked if they come from the sandbox. */
  answerSet?: AnswerSet;
  actions?: ReactNode;
  /** The table that the export menu of the page offers. */
  exportedTable?: ExportTarget;
  /** Shown above the metrics, regardless of the filters. */
  banner?: ReactNode;
  children: ReactNode;
}

const invalidPeriodMessages = {
  period:
    'The period in the URL isn’t valid. Showing the last 28 days instead. A period can be at most 366 days long and can’t start in the future.',
  comparison: 'The comparison period in the URL isn’t valid. Comparing with the previous period instead.',
};

/** Page with the filter bar. */
export function FilteredPage({
  page,
  title,
  heading = title,
  summary,
  answerSet,
  actions,
  exportedTable,
  banner,
  children,
}: FilteredPageProps) {
  const { asOf, filters, context, filterValues, engineLabels, project, prompts, views, searchParams } = page;
  const { from, to, calendarPeriod, compare } = filters;
  const comparedWith = getPeriods(filters).previous;
  const invalidPeriod = findInvalidDays(searchParams, toDay(context.clock.now(), project.timeZone));
  return (
    <FilterProvider
      period={{
        from,
        to,
        preset: getPresetDays(filters, context.clock),
        calendarPeriod,
        compare,
        comparedWith,
        timeZone: project.timeZone,
      }}
      accepted={filters}
    >
      <Page
        title={heading}
        summary={summary}
        actions={
          answerSet || actions || exportedTable ? (
            <>
              {answerSet ? <FictionalBadge answerSet={answerSet} /> : null}
              {actions}
              {exportedTable ? <ExportMenu exportedTable={exportedTable} title={title} /> : null}
            </>
          ) : null
        }
        bar={
          <FilterBar
            options={buildFilterMenuOptions(filterValues, project, prompts)}
            views={
              <SavedViews
                projectId={project.id}
                views={views}
                denial={explainDenial(context.actor, 'projects.edit')}
              />
            }
          />
        }
      >
        <p className="-mt-3 mb-6 text-xs text-muted not-print:hidden">
          {project.name} · {describeFilters(page, filters, formatPeriod(filters))}
          {asOf ? ` · Data as of ${formatInstant(asOf)}` : null}
        </p>
        {invalidPeriod ? (
          <p className="-mt-3 mb-6 text-xs text-muted">{invalidPeriodMessages[invalidPeriod]}</p>
        ) : null}
        {banner}
        {answerSet ? (
          <FictionalNotice
            answerSet={answerSet}
            engineLabels={engineLabels}
            filters={filters}
            getHref={(changed) => `?${formatFilters(changed, context.clock)}`}
          />
        ) : null}
        <EngineLabelsProvider labels={engineLabels}>
          <FilteredContent>{children}</FilteredContent>
        </EngineLabelsProvider>
      </Page>
    </FilterProvider>
  );
}

interface NoAnswersStateProps {
  page: PageData;
  /** The prompt of a prompt page. */
  promptId?: string;
}

/** Empty state of a page without answers. */
export async function NoAnswersState({ page, promptId }: NoAnswersStateProps) {
  const { context, project } = page;
  // The prompt of the page is not a filter that could be removed.
  const filters = promptId ? { ...page.filters, promptIds: [] } : page.filters;
  const projectId = project.id;
  const [reason, { work, unsent }, schedule] = await Promise.all([
    getEmptyStateReason(context, { projectId, promptId }),
    getProgress(context, projectId),
    getSchedule(context, { projectId }),
  ]);
  const base = `/projects/${projectId}`;
  const unsentRun = unsent && toUnsentRun(unsent);
  const hasMissing = Object.values(reason.missing).some((count) => count > 0);
  return (
    <NoAnswers
      answeredPeriod={reason.answeredPeriod}
      period={filters}
      isFiltered={hasSelection(filters)}
      isRunning={work.length > 0}
      pausedRun={
        unsent && unsentRun?.status === 'paused'
          ? { run: unsentRun, href: `${base}/runs/${unsent.id}` }
          : null
      }
      lastRun={
        reason.lastRunId && hasMissing
          ? { missing: reason.missing, href: `${base}/runs/${reason.lastRunId}` }
          : null
      }
      promptsHref={reason.hasPrompts ? null : `${base}/prompts`}
      isPromptPage={promptId !== undefined}
      scheduleHref={`${base}/schedule`}
      nextRunAt={schedule?.nextRunAt ?? null}
    />
  );
}
