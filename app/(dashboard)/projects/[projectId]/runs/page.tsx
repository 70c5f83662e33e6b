import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { LinkButton } from '#components/ui/button';
import { Pagination } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { getProject } from '#lib/dashboard/projects/project';
import { listRuns, type RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { getContext } from '../../../../session';
import { loadEngineLabels, loadOrNotFound, type ProjectPageProps } from '../load-page';
import { isInProgress } from '../progress/get-progress';
import { RunList } from './run-list';

export const metadata: Metadata = { title: 'Runs' };

const pageSize = 50;
/** Higher page numbers in the URL are ignored. No project has this many pages of runs. */
const maxPage = 20_000;

export default async function RunsPage({ params, searchParams }: ProjectPageProps) {
  const [{ projectId }, query] = await Promise.all([params, searchParams]);
  const requestedPage = Number(query.page);
  const page =
    Number.isInteger(requestedPage) && requestedPage > 1 && requestedPage <= maxPage ? requestedPage : 1;
  const context = await getContext();
  await loadOrNotFound(getProject(context, { projectId }));
  const [engineLabels, listed] = await Promise.all([
    loadEngineLabels(context, projectId),
    listRuns(context, {
      projectId,
      includeBackfills: true,
      limit: pageSize + 1,
      offset: (page - 1) * pageSize,
    }),
  ]);
  const runs = listed.slice(0, pageSize);
  const base = `/projects/${projectId}/runs`;
  if (page > 1 && runs.length === 0) redirect(base);
  return (
    <Page
      title="Runs"
      summary={summarize(runs, page > 1)}
      actions={runs.length > 0 ? <ExportMenu exportedTable="runs" title="Runs" /> : null}
    >
      {runs.length === 0 ? (
        <EmptyState
          kind="none yet"
          title="No runs yet"
          action={
            <LinkButton kind="primary" href={`/projects/${projectId}/schedule`}>
              Set up schedule
            </LinkButton>
          }
        >
          A run sends every prompt to every selected engine in every selected country.
        </EmptyState>
      ) : (
        <>
          <RunList projectId={projectId} runs={runs} engineLabels={engineLabels} now={context.clock.now()} />
          <div className="mt-6">
            <Pagination
              newest={page > 1 ? base : null}
              older={listed.length > pageSize ? `${base}?page=${page + 1}` : null}
              noun="runs"
            />
          </div>
        </>
      )}
    </Page>
  );
}

/** Summarizes runs. Only the latest page can include running ones. */
function summarize(runs: readonly RunWithCounts[], isOlderPage: boolean): string {
  if (runs.length === 0) return 'No prompts have been sent yet.';
  const running = runs.filter(isInProgress).length;
  const notSent = runs.reduce((sum, run) => sum + run.notSent, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  const unsent = notSent === 0 ? '' : `, ${formatCount(notSent)} not sent`;
  const failures = `${failed === 0 ? 'no failures' : formatPlural(failed, 'failed run item')}${unsent}`;
  if (isOlderPage)
    return `Older runs; ${failures} in ${runs.length === 1 ? 'this run' : `these ${runs.length} runs`}.`;
  const inProgress = `${running === 0 ? 'No runs' : formatPlural(running, 'run')} in progress`;
  return `${inProgress}; ${failures} in the latest ${runs.length === 1 ? 'run' : `${runs.length} runs`}.`;
}
