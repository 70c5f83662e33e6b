import type { Metadata } from 'next';
import { FilterBar } from '#components/filters/filter-bar';
import { FilteredFigures, FilterProvider } from '#components/filters/filter-context';
import { engineLabel } from '#components/overview/engine-label';
import { NoAnswers } from '#components/overview/no-answers';
import { OverviewView } from '#components/overview/overview-view';
import { SandboxNotice } from '#components/overview/sandbox-notice';
import { Page } from '#components/shell/page';
import { FictionalTag } from '#components/ui/fictional-tag';
import { headlineSentence } from '#lib/charts/sentence';
import { roleMay } from '#lib/core/permissions';
import { filterChoices } from '#lib/dashboard/metrics/filter-choices';
import { formatFilters, parseFilters, presetOf } from '#lib/dashboard/metrics/filters';
import { overview } from '#lib/dashboard/metrics/overview';
import { getProject } from '#lib/dashboard/projects/get-project';
import { listShares } from '#lib/dashboard/shares/list-shares';
import { currentContext } from '../../../../session';
import { filterOptionsOf } from '../../../filter-options-of';
import { filterWords } from '../../../filter-words';
import { orNotFound } from '../../../or-not-found';
import { roleOf } from '../../../role-of';
import { LiveProgress } from '../progress/live-progress';
import { progressOf } from '../progress/progress-of';
import { readAnswer, readCiting } from './actions';
import { ShareDialog } from './share-dialog';

interface OverviewPageProps {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: 'Overview' };

/** Where are we named? The figures of one project under the filters of the address. */
export default async function OverviewPage({ params, searchParams }: OverviewPageProps) {
  const { projectId } = await params;
  const context = await currentContext();
  const project = await orNotFound(getProject(context, { projectId }));
  const filters = parseFilters(projectId, await searchParams, context.clock);
  const mayShare = roleMay(roleOf(context), 'shares.manage');
  const [facts, choices, progress, shares] = await Promise.all([
    overview(context, filters),
    filterChoices(context, { projectId }),
    progressOf(context, projectId),
    mayShare ? listShares(context, { projectId }) : [],
  ]);
  const { headline } = facts;
  const view = formatFilters(filters, context.clock).toString();
  return (
    <FilterProvider
      period={{
        from: filters.from,
        to: filters.to,
        preset: presetOf(filters, context.clock),
        compare: filters.compare,
      }}
    >
      <Page
        title="Where are we named?"
        answer={
          headline.answers > 0
            ? headlineSentence(headline, engineLabel)
            : `How often AI answers name ${project.own.name}, and who is named instead.`
        }
        actions={
          <>
            {headline.fictional && headline.answers > 0 ? <FictionalTag /> : null}
            {mayShare ? (
              <ShareDialog
                projectId={projectId}
                filters={view}
                view={filterWords(filters, context.clock)}
                shares={shares.map(({ id, filters: bound, createdAt }) => ({
                  id,
                  createdAt,
                  view: filterWords(
                    parseFilters(projectId, new URLSearchParams(bound), context.clock),
                    context.clock,
                  ),
                }))}
              />
            ) : null}
          </>
        }
        bar={<FilterBar options={filterOptionsOf(choices)} />}
      >
        <LiveProgress projectId={projectId} initial={progress} />
        <FilteredFigures>
          {headline.fictional && headline.answers > 0 && headline.visibility.numerator === 0 ? (
            <SandboxNotice brand={project.own.name} />
          ) : null}
          {headline.answers > 0 ? (
            <OverviewView
              facts={facts}
              load={readAnswer.bind(null, projectId)}
              loadCiting={readCiting.bind(null, projectId, view)}
              answersHref={`/projects/${projectId}/answers${view ? `?${view}` : ''}`}
            />
          ) : (
            <NoAnswers
              answered={choices.answered}
              promptsHref={`/projects/${projectId}/prompts`}
              runsHref={`/projects/${projectId}/schedule`}
              working={progress.work.length > 0}
            />
          )}
        </FilteredFigures>
      </Page>
    </FilterProvider>
  );
}
