import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getClient } from '#app/session.ts';
import { AuthPage } from '#components/auth/auth-page';
import { Logo } from '#components/layout/logo';
import { DownloadPdf } from '#components/reports/download-pdf';
import { BrandedReport } from '#components/reports/report-branding';
import { ReportHeader } from '#components/reports/report-header';
import { ReportView } from '#components/reports/report-view';
import { ExportSourceProvider } from '#components/sections/export-menu';
import { ThemeToggle } from '#components/ui/theme-toggle';
import { getEnv } from '#lib/core/env';
import { joinSentences } from '#lib/core/lists';
import { getBranding } from '#lib/dashboard/reports/branding';
import { countView } from '#lib/dashboard/shares/share-visitors';
import { findChromium } from '#lib/pdf/find-chromium';
import { getSharedAnswerAction, getSharedSpotCheckAction, listSharedCitingAnswersAction } from './actions';
import { loadSharedReport, type PageParameters } from './load-shared-report';
import { ReportFilterForm } from './report-filter-form';
import { composeSharePreview, lockedSharePreview } from './share-preview';
import { UnlockForm } from './unlock-form';

interface SharedPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<PageParameters>;
}

/**
 * The link is a secret: it is not indexed, and no referrer is sent to source sites. The preview of a locked link
 * reveals nothing about its report.
 */
export async function generateMetadata({ params, searchParams }: SharedPageProps): Promise<Metadata> {
  const [{ token }, searchParameters] = await Promise.all([params, searchParams]);
  const share = await loadSharedReport(token, searchParameters);
  const hidden: Metadata = { robots: { index: false, follow: false }, referrer: 'no-referrer' };
  if (!share) return { ...hidden, title: 'Not found' };
  const isOpen = share.state === 'open';
  const { title, description, image } = isOpen
    ? composeSharePreview(share.report.name, share.data.overview.headline)
    : lockedSharePreview;
  // Like the description, the image shows only data within the narrowed filters.
  const query = isOpen && share.isNarrowed ? `?${share.query}` : '';
  const picture = { url: `/share/${token}/preview.png${query}`, width: 1200, height: 630, alt: image.alt };
  return {
    ...hidden,
    title,
    description,
    metadataBase: new URL(getEnv().APP_URL),
    openGraph: { type: 'website', title, description, images: [picture] },
    twitter: { card: 'summary_large_image' },
  };
}

/** A report as the viewers of a share link see it, without navigation. */
export default async function SharedPage({ params, searchParams }: SharedPageProps) {
  const [{ token }, searchParameters] = await Promise.all([params, searchParams]);
  const share = await loadSharedReport(token, searchParameters);
  if (!share) notFound();
  if (share.state === 'locked') {
    return (
      <AuthPage
        title={share.hasPassword ? 'Password required' : 'One-time link'}
        description={joinSentences([
          share.hasPassword ? 'This link is password-protected. Ask the sender for the password.' : null,
          share.isOneTime
            ? 'This link works only in the browser that opens it first, for 24 hours from then.'
            : null,
        ])}
      >
        <UnlockForm token={token} hasPassword={share.hasPassword} />
      </AuthPage>
    );
  }
  const { context, shareId, report, data, query } = share;
  const chromium = await findChromium(getEnv());
  const { ipAddress, userAgent } = await getClient();
  const branding = await getBranding(context);
  await countView(context, { shareId, visitor: ipAddress }, userAgent);
  const isFrozen = report.frozenAt !== null;
  const view = (
    <ReportView
      blocks={report.blocks}
      data={data}
      definitions={share.definitions}
      showsNotes={share.showsNotes}
      isFrozen={isFrozen}
      links={{
        answers: {
          load: getSharedAnswerAction.bind(null, token, query),
          ...(isFrozen ? {} : { spotCheck: { load: getSharedSpotCheckAction.bind(null, token, query) } }),
        },
        loadCitingAnswers: isFrozen ? null : listSharedCitingAnswersAction.bind(null, token, query),
        linkContext: undefined,
      }}
    />
  );
  return (
    <>
      <header data-print="hide" className="border-b">
        <div className="mx-auto flex min-h-14 max-w-[1240px] items-center justify-between gap-4 px-4 md:px-6">
          {branding.logoPng ? <span /> : <Logo />}
          <div className="flex items-center gap-2">
            {share.allowsDownloads ? (
              <DownloadPdf
                url={`/share/${token}/pdf`}
                unavailableReason={chromium.isFound ? null : 'This server cannot create PDFs.'}
              />
            ) : null}
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto max-w-[1240px] px-4 pb-12 md:px-6">
        <BrandedReport branding={branding}>
          <ReportHeader
            name={report.name}
            data={data}
            isFrozen={isFrozen}
            filters={share.filterText}
            aboutUrl={`/share/${token}/about${share.isNarrowed ? `?${query}` : ''}`}
          />
          {isFrozen ? null : (
            <ReportFilterForm
              token={token}
              data={data}
              query={query}
              wholePeriod={share.wholePeriod}
              calendarPeriods={share.calendarPeriods}
              isNarrowed={share.isNarrowed}
            />
          )}
          {share.allowsDownloads ? (
            <ExportSourceProvider path={`/share/${token}/export`} query={query}>
              {view}
            </ExportSourceProvider>
          ) : (
            view
          )}
        </BrandedReport>
      </main>
    </>
  );
}
