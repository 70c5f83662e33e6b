import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AuthPage } from '#components/auth/auth-page';
import { Logo } from '#components/layout/logo';
import { ReportHeader } from '#components/reports/report-header';
import { ReportView } from '#components/reports/report-view';
import { ThemeToggle } from '#components/ui/theme-toggle';
import { formatFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { countView } from '#lib/dashboard/shares/share-visitors';
import { loadReport } from '../../(dashboard)/projects/[projectId]/reports/load-report';
import { getClient } from '../../session';
import { getSharedAnswerAction, listSharedCitingAnswersAction } from './actions';
import { openLink } from './open-link';
import { UnlockForm } from './unlock-form';

/** The link is a secret: it is not indexed, and no referrer is sent to source sites. */
export const metadata: Metadata = {
  title: 'Report',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

interface SharedPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A report as the viewers of a share link see it, without navigation. */
export default async function SharedPage({ params, searchParams }: SharedPageProps) {
  const [{ token }, requested] = await Promise.all([params, searchParams]);
  const share = await openLink(token);
  if (!share) notFound();
  if (share.state === 'locked') {
    return (
      <AuthPage
        title={share.hasPassword ? 'Password required' : 'This link opens once'}
        description={[
          share.hasPassword
            ? 'This link is password-protected. Ask the sender for the password.'
            : 'Only the first browser that opens it sees the report.',
          share.isOneTime ? 'Once opened, this browser can show it for 24 hours.' : '',
        ].join(' ')}
      >
        <UnlockForm token={token} hasPassword={share.hasPassword} />
      </AuthPage>
    );
  }
  const { context, shareId } = share;
  const { report, data, definitions, filterText } = await loadReport(context, { ...share, requested });
  const { ipAddress, userAgent } = await getClient();
  await countView(context, { shareId, visitor: ipAddress }, userAgent);
  const query = formatFilters(data.filters, context.clock).toString();
  return (
    <>
      <header data-print="hide" className="border-b">
        <div className="mx-auto flex min-h-14 max-w-[1240px] items-center justify-between gap-4 px-4 md:px-6">
          <Logo />
          <ThemeToggle />
        </div>
      </header>
      <main id="content" className="mx-auto max-w-[1240px] px-4 pb-12 md:px-6">
        <ReportHeader
          name={report.name}
          data={data}
          isFrozen={report.frozenAt !== null}
          filters={filterText}
        />
        <ReportView
          blocks={report.blocks}
          data={data}
          definitions={definitions}
          showsAnnotations={share.showsAnnotations}
          links={{
            answers: { load: getSharedAnswerAction.bind(null, token, query) },
            loadCitingAnswers: listSharedCitingAnswersAction.bind(null, token, query),
            linkContext: undefined,
          }}
        />
      </main>
    </>
  );
}
