import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { loadReport } from '#app/(dashboard)/projects/[projectId]/reports/load-report.ts';
import { getSharedAnswerAction } from '#app/share/[token]/actions.ts';
import { DisclosureSheet } from '#components/reports/disclosure-sheet';
import { HydrationMark } from '#components/reports/hydration-mark';
import { BrandedReport } from '#components/reports/report-branding';
import { ReportHeader } from '#components/reports/report-header';
import { ReportView } from '#components/reports/report-view';
import { getBranding } from '#lib/dashboard/reports/branding';
import { consumePrintToken } from '#lib/dashboard/reports/print-tokens';
import { getDependencies, getRestrictedDependencies } from '#lib/dashboard/session/session';
import { getReportDisclosure } from '#lib/registry/report-disclosure';

export const metadata: Metadata = {
  title: 'Report',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Reads the token only once per request, because it can be used only once. */
const openToken = cache((token: string) => consumePrintToken(getDependencies(), token));

/** The printable version of a report, opened only by this instance's Chromium. */
export default async function PrintPage({ params }: { params: Promise<{ token: string }> }) {
  const opened = await openToken((await params).token);
  if (!opened) notFound();
  const { projectId, reportId, query, showsNotes } = opened;
  const context = { ...opened.context, ...getRestrictedDependencies() };
  const [{ report, data, definitions, filterText }, disclosure, branding] = await Promise.all([
    loadReport(context, { projectId, reportId, searchParameters: new URLSearchParams(query) }),
    getReportDisclosure(context, { projectId, reportId, filters: query }),
    getBranding(context),
  ]);
  return (
    <main id="content" className="mx-auto max-w-[1240px]">
      {/* Without the footer, because Chromium prints it at the bottom of every page. */}
      <BrandedReport branding={{ ...branding, footer: '' }}>
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
          showsNotes={showsNotes}
          isFrozen={report.frozenAt !== null}
          links={{
            // Answers cannot be opened on paper.
            answers: { load: getSharedAnswerAction.bind(null, '', '') },
            loadCitingAnswers: null,
            linkContext: undefined,
          }}
        />
        <div className="break-before-page">
          <h2 className="pb-4 text-xl font-semibold">About this report</h2>
          <DisclosureSheet disclosure={disclosure} level={3} />
        </div>
      </BrandedReport>
      <HydrationMark />
    </main>
  );
}
