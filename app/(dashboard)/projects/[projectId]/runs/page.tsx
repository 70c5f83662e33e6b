import type { Metadata } from 'next';
import Link from 'next/link';
import { Page } from '#components/shell/page';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { ExportMenu } from '#components/ui/export-menu';
import { getProject } from '#lib/dashboard/projects/get-project';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { currentContext } from '../../../../session';
import { orNotFound } from '../../../or-not-found';
import { RunList } from './run-list';

export const metadata: Metadata = { title: 'Runs' };

export default async function RunsPage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await currentContext();
  await orNotFound(getProject(context, { projectId }));
  const runs = await listRuns(context, { projectId, history: true });
  const open = runs.filter((run) => run.status !== 'ended').length;
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  const answer =
    runs.length === 0
      ? 'Nothing has been asked yet.'
      : `${open === 0 ? 'No run is going on' : open === 1 ? 'One run is going on' : `${open} runs are going on`}; ${failed === 0 ? 'no answer failed' : failed === 1 ? 'one answer failed' : `${failed.toLocaleString('en')} answers failed`} in the latest ${runs.length === 1 ? 'run' : `${runs.length} runs`}.`;
  const title = 'What was asked, and when?';
  return (
    <Page
      title={title}
      answer={answer}
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
        <RunList projectId={projectId} runs={runs} now={context.clock.now()} />
      )}
    </Page>
  );
}
