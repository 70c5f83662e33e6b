import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AuthPage } from '#components/auth/auth-page';
import { AnnotationsProvider } from '#components/charts/annotations';
import { EngineLabelsProvider } from '#components/filters/filter-context';
import { Logo } from '#components/layout/logo';
import { PageHeader } from '#components/layout/page';
import { OverviewView } from '#components/overview/overview-view';
import { SandboxBadge } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import { ThemeToggle } from '#components/ui/theme-toggle';
import { buildFlags } from '#lib/charts/plot-layout';
import { toUtcDay } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { getProject } from '#lib/dashboard/projects/project';
import { summarizeOverview } from '#lib/format/summary-sentences';
import { describeFilters, loadEngineLabels } from '../../(dashboard)/projects/[projectId]/load-page';
import { getSharedAnswerAction, listSharedCitingAnswersAction } from './actions';
import { getSharedView } from './shared-view';
import { UnlockForm } from './unlock-form';

/** The link is a secret: it is not indexed, and no referrer is sent to source sites. */
export const metadata: Metadata = {
  title: 'Overview',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** A read-only overview with the filters of its share link, without navigation. */
export default async function SharedPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const share = await getSharedView(token);
  if (!share) notFound();
  if (share === 'locked') {
    return (
      <AuthPage
        title="Password required"
        description="This link is password-protected. Ask the sender for the password."
      >
        <UnlockForm token={token} />
      </AuthPage>
    );
  }
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  const [data, annotations, project, engineLabels] = await Promise.all([
    getOverview(context, filters),
    listAnnotations(context, filters),
    getProject(context, { projectId }),
    loadEngineLabels(context, projectId),
  ]);
  const { headline } = data;
  return (
    <>
      <header data-print="hide" className="border-b">
        <div className="mx-auto flex h-14 max-w-[1240px] items-center justify-between gap-4 px-4 md:px-6">
          <p className="flex min-w-0 items-center gap-2.5 font-semibold">
            <Logo className="size-6 shrink-0" />
            <span className="truncate">{project.name}</span>
          </p>
          <ThemeToggle />
        </div>
      </header>
      <main id="content" className="mx-auto max-w-[1240px] px-4 pb-12 md:px-6">
        <PageHeader
          title={`${headline.brand.name} overview`}
          summary={
            <>
              {summarizeOverview(headline, engineLabels)}
              <span className="mt-1 block text-sm">
                {describeFilters({ context, project, engineLabels }, filters, share.filters)}
              </span>
            </>
          }
          actions={headline.isFictional && headline.answers > 0 ? <SandboxBadge /> : null}
        />
        {headline.answers > 0 ? (
          <AnnotationsProvider flags={buildFlags(annotations)} add={null} edit={{}}>
            <EngineLabelsProvider labels={engineLabels}>
              <OverviewView
                data={data}
                loaders={{ load: getSharedAnswerAction.bind(null, token) }}
                loadCitingAnswers={listSharedCitingAnswersAction.bind(null, token)}
                createdOn={toUtcDay(project.createdAt)}
              />
            </EngineLabelsProvider>
          </AnnotationsProvider>
        ) : (
          <EmptyState kind="no match" title="No data for this period" className="min-h-80">
            There are no answers in the period of this link.
          </EmptyState>
        )}
      </main>
    </>
  );
}
