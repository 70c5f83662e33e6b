import type { Metadata } from 'next';
import { loadOrNotFound, type ProjectPageProps } from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { getContext } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { DisclosureHeader } from '#components/reports/disclosure-header';
import { DisclosureSheet } from '#components/reports/disclosure-sheet';
import { BrandedReport } from '#components/reports/report-branding';
import { ExportSourceProvider } from '#components/sections/export-menu';
import { getBranding } from '#lib/dashboard/reports/branding';
import { getReport } from '#lib/dashboard/reports/reports';
import { getReportDisclosure } from '#lib/registry/report-disclosure';

export const metadata: Metadata = { title: 'About this report' };

/** The page that explains how the numbers of a report were made, for members. */
export default async function AboutReportPage({ params }: ProjectPageProps<{ reportId: string }>) {
  const [{ projectId, reportId }, context] = await Promise.all([params, getContext()]);
  const [report, disclosure, branding] = await Promise.all([
    loadOrNotFound(getReport(context, { projectId, reportId })),
    loadOrNotFound(getReportDisclosure(context, { projectId, reportId })),
    getBranding(context),
  ]);
  const path = `/projects/${projectId}/reports/${reportId}`;
  const countedUntil = report.frozenAt ?? context.clock.now();
  return (
    <Page
      title="About this report"
      header={
        <DisclosureHeader
          report={report}
          disclosure={disclosure}
          countedUntil={countedUntil}
          reportUrl={path}
        />
      }
    >
      <BrandedReport branding={branding}>
        <ExportSourceProvider path={`${path}/export`} query="">
          <DisclosureSheet disclosure={disclosure} />
        </ExportSourceProvider>
      </BrandedReport>
    </Page>
  );
}
