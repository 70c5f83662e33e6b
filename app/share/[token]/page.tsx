import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AuthPage } from '#components/auth/auth-page';
import { AnnotationsProvider } from '#components/charts/annotations';
import { Logo } from '#components/layout/logo';
import { PageHeader } from '#components/layout/page';
import { OverviewView } from '#components/overview/overview-view';
import { FictionalTag } from '#components/sections/sandbox-badge';
import { EmptyState } from '#components/ui/empty-state';
import { ThemeToggle } from '#components/ui/theme-toggle';
import { flagsOf } from '#lib/charts/flags';
import { parseFilters } from '#lib/dashboard/analytics/filters';
import { getOverview } from '#lib/dashboard/analytics/overview';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import { getProject } from '#lib/dashboard/projects/project';
import { formatEngine } from '#lib/format/labels';
import { headlineSentence } from '#lib/format/summary-sentences';
import { describeFilters } from '../../(dashboard)/filter-labels';
import { getSharedAnswerAction, listSharedCitingAnswersAction } from './actions';
import { getSharedView } from './shared-view';
import { UnlockForm } from './unlock-form';

/** A link is a secret: it must not stand in search results, nor be told to the sites of sources. */
export const metadata: Metadata = {
  title: 'Where are we named?',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** The overview as its link is bound: read-only, without navigation, filters as they stand. */
export default async function SharedPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const share = await getSharedView(token);
  if (!share) notFound();
  if (share === 'locked') {
    return (
      <AuthPage title="This link has a password" lead="Whoever sent it to you knows it.">
        <UnlockForm token={token} />
      </AuthPage>
    );
  }
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  const [facts, annotations, project] = await Promise.all([
    getOverview(context, filters),
    listAnnotations(context, filters),
    getProject(context, { projectId }),
  ]);
  const { headline } = facts;
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
          title={`Where is ${headline.brand.name} named?`}
          answer={
            <>
              {headlineSentence(headline, formatEngine)}
              <span className="mt-1 block text-sm">
                {describeFilters(filters, context.clock, project, share.filters)}
              </span>
            </>
          }
          actions={headline.fictional && headline.answers > 0 ? <FictionalTag /> : null}
        />
        {headline.answers > 0 ? (
          <AnnotationsProvider flags={flagsOf(annotations, formatEngine)} add={null} edit={{}}>
            <OverviewView
              facts={facts}
              loaders={{ load: getSharedAnswerAction.bind(null, token) }}
              loadCiting={listSharedCitingAnswersAction.bind(null, token)}
            />
          </AnnotationsProvider>
        ) : (
          <EmptyState kind="no match" title="No data in these days" className="min-h-80">
            There are no answers in the days this link shows.
          </EmptyState>
        )}
      </main>
    </>
  );
}
