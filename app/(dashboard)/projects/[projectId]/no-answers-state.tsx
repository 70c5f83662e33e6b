import { NoAnswers } from '#components/overview/no-answers';
import { hasFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getEmptyStateReason } from '#lib/dashboard/analytics/overview/empty-state';
import type { PageData } from './load-page';
import { getProgress } from './progress/get-progress';

interface NothingHereProps {
  view: PageData;
  /** The prompt of a prompt page. */
  promptId?: string;
}

/** Empty state of a page without answers. */
export async function NoAnswersState({ view, promptId }: NothingHereProps) {
  const { context, project } = view;
  // The prompt of the page is not a filter that could be removed.
  const filters = promptId ? { ...view.filters, promptIds: [] } : view.filters;
  const projectId = project.id;
  const [state, { work }] = await Promise.all([
    getEmptyStateReason(context, { projectId, promptId }),
    getProgress(context, projectId),
  ]);
  const base = `/projects/${projectId}`;
  return (
    <NoAnswers
      answered={state.answeredPeriod}
      shown={filters}
      filtered={hasFilters(filters)}
      working={work.length > 0}
      failed={
        state.lastRunId && state.unansweredCount > 0
          ? { count: state.unansweredCount, runHref: `${base}/runs/${state.lastRunId}` }
          : null
      }
      promptsHref={state.hasPrompts ? null : `${base}/prompts`}
      ofPrompt={promptId !== undefined}
      askHref={`${base}/schedule`}
    />
  );
}
