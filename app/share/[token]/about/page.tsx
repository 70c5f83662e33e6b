import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { Logo } from '#components/layout/logo';
import { DisclosureHeader } from '#components/reports/disclosure-header';
import { DisclosureSheet } from '#components/reports/disclosure-sheet';
import { BrandedReport } from '#components/reports/report-branding';
import { ExportSourceProvider } from '#components/sections/export-menu';
import { ThemeToggle } from '#components/ui/theme-toggle';
import { getBranding } from '#lib/dashboard/reports/branding';
import { getReport } from '#lib/dashboard/reports/reports';
import { getReportDisclosure } from '#lib/registry/report-disclosure';
import { formatQuery, type PageParameters } from '../load-shared-report';
import { openLink } from '../open-link';

interface AboutPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<PageParameters>;
}

/** The link is a secret, as that of the report. */
export const metadata: Metadata = {
  title: 'About this report',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** The page that explains how the numbers of a report were made, for viewers of a share link. */
export default async function SharedAboutPage({ params, searchParams }: AboutPageProps) {
  const [{ token }, searchParameters] = await Promise.all([params, searchParams]);
  const share = await openLink(token);
  if (!share) notFound();
  if (share.state === 'locked') redirect(`/share/${token}`);
  const { context, projectId, reportId, allowsDownloads } = share;
  const query = formatQuery(searchParameters);
  const [report, disclosure, branding] = await Promise.all([
    getReport(context, { projectId, reportId }),
    getReportDisclosure(context, { projectId, reportId, filters: query }),
    getBranding(context),
  ]);
  const sheet = <DisclosureSheet disclosure={disclosure} />;
  return (
    <>
      <header data-print="hide" className="border-b">
        <div className="mx-auto flex min-h-14 max-w-[1240px] items-center justify-between gap-4 px-4 md:px-6">
          {branding.logoPng ? <span /> : <Logo />}
          <ThemeToggle />
        </div>
      </header>
      <main id="content" className="mx-auto max-w-[1240px] px-4 pb-12 md:px-6">
        <BrandedReport branding={branding}>
          <DisclosureHeader
            report={report}
            disclosure={disclosure}
            countedUntil={report.frozenAt ?? context.clock.now()}
            reportUrl={query === '' ? `/share/${token}` : `/share/${token}?${query}`}
          />
          {allowsDownloads ? (
            <ExportSourceProvider path={`/share/${token}/export`} query={query}>
              {sheet}
            </ExportSourceProvider>
          ) : (
            sheet
          )}
        </BrandedReport>
      </main>
    </>
  );
}
