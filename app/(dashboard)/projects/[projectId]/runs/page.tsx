import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { PageLinks } from '#components/ui/page-links';
import { getProject } from '#lib/dashboard/projects/project';
import { listRuns, type RunSummary } from '#lib/dashboard/runs/list-runs';
import { formatCount } from '#lib/format/numbers';
import { getContext } from '../../../../session';
import { orNotFound } from '../load-page';
import { RunList } from './run-list';

export const metadata: Metadata = { title: 'Runs' };

const runsAPage = 50;
/** More than an hourly schedule makes in a century. */
const lastPage = 20_000;

interface RunsPageProps {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<{ page?: string | string[] }>;
}

/** What was asked, and when? The runs, newest first, a page at a time. */
export default async function RunsPage({ params, searchParams }: RunsPageProps) {
  const [{ projectId }, asked] = await Promise.all([params, searchParams]);
  const wanted = Number(asked.page);
  const page = Number.isInteger(wanted) && wanted > 1 && wanted <= lastPage ? wanted : 1;
  const context = await getContext();
  await orNotFound(getProject(context, { projectId }));
  const found = await listRuns(context, {
    projectId,
    history: true,
    limit: runsAPage + 1,
    skip: (page - 1) * runsAPage,
  });
  const runs = found.slice(0, runsAPage);
  const base = `/projects/${projectId}/runs`;
  if (page > 1 && runs.length === 0) redirect(base);
  const title = 'What was asked, and when?';
  return (
    <Page
      title={title}
      answer={sentence(runs, page > 1)}
      actions={runs.length > 0 ? <ExportMenu exported="runs" title={title} /> : null}
    >
      {runs.length === 0 ? (
        <EmptyState
          kind="none yet"
          title="No runs yet"
          action={
            <Button kind="primary" asChild>
              <Link href={`/projects/${projectId}/schedule`}>Choose engines and run</Link>
            </Button>
          }
        >
          A run asks every prompt of every chosen engine in every chosen country.
        </EmptyState>
      ) : (
        <>
          <RunList projectId={projectId} runs={runs} now={context.clock.now()} />
          <div className="mt-6">
            <PageLinks
              newest={page > 1 ? base : null}
              older={found.length > runsAPage ? `${base}?page=${page + 1}` : null}
              what="runs"
            />
          </div>
        </>
      )}
    </Page>
  );
}

/** How these runs went; only among the latest can one be going on. */
function sentence(runs: readonly RunSummary[], older: boolean): string {
  if (runs.length === 0) return 'Nothing has been asked yet.';
  const open = runs.filter((run) => run.status !== 'completed').length;
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  const failures =
    failed === 0
      ? 'no answer failed'
      : failed === 1
        ? 'one answer failed'
        : `${formatCount(failed)} answers failed`;
  if (older)
    return `Older runs; ${failures} in ${runs.length === 1 ? 'this run' : `these ${runs.length} runs`}.`;
  const going =
    open === 0 ? 'No run is going on' : open === 1 ? 'One run is going on' : `${open} runs are going on`;
  return `${going}; ${failures} in the latest ${runs.length === 1 ? 'run' : `${runs.length} runs`}.`;
}
