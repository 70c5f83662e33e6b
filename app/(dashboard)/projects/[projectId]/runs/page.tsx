import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getContext } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { Pagination } from '#components/ui/links';
import { runsTable } from '#lib/contract/tables/runs';
import { getProject } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { loadOrNotFound, type ProjectPageProps } from '../load-page';
import { getBackfillWork } from '../progress/get-progress';
import { NoRuns } from './no-runs';
import { RunList } from './run-list';
import { summarizeRuns } from './summarize-runs';

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
  const project = await loadOrNotFound(getProject(context, { projectId }));
  const [backfill, listed] = await Promise.all([
    getBackfillWork(context, projectId),
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
      summary={summarizeRuns(runs, { isOlderPage: page > 1, backfill })}
      actions={runs.length > 0 ? <ExportMenu exportedTable={runsTable.name} title={runsTable.title} /> : null}
    >
      {runs.length === 0 ? (
        <NoRuns projectId={projectId} hasPrompts={(await listPrompts(context, { projectId })).length > 0} />
      ) : (
        <>
          <RunList
            projectId={projectId}
            timeZone={project.timeZone}
            runs={runs}
            isBackfilling={backfill !== null && page === 1}
            now={context.clock.now()}
          />
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
