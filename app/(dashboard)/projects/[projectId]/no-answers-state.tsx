import { NoAnswers } from '#components/overview/no-answers';
import { hasFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getEmptyStateReason } from '#lib/dashboard/analytics/overview/empty-state';
import type { PageData } from './load-page';
import { getProgress } from './progress/get-progress';

interface NothingHereProps {
  view: PageData;
  /** The prompt the page is about, where it is about one. */
  promptId?: string;
}

/** In place of a page's figures where its view holds no answer: why, and what to do. */
export async function NoAnswersState({ view, promptId }: NothingHereProps) {
  const { context, project } = view;
  // The page's own prompt is no filter that could be taken away.
  const filters = promptId ? { ...view.filters, promptIds: [] } : view.filters;
  const projectId = project.id;
  const [asked, { work }] = await Promise.all([
    getEmptyStateReason(context, { projectId, promptId }),
    getProgress(context, projectId),
  ]);
  const base = `/projects/${projectId}`;
  return (
    <NoAnswers
      answered={asked.answered}
      shown={filters}
      filtered={hasFilters(filters)}
      working={work.length > 0}
      failed={
        asked.runId && asked.unanswered > 0
          ? { count: asked.unanswered, runHref: `${base}/runs/${asked.runId}` }
          : null
      }
      promptsHref={asked.prompted ? null : `${base}/prompts`}
      ofPrompt={promptId !== undefined}
      askHref={`${base}/schedule`}
    />
  );
}
