import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { ReportHeader } from '#components/reports/report-header';
import { ReportView } from '#components/reports/report-view';
import { consumePrintToken } from '#lib/dashboard/reports/print-tokens';
import { getDependencies, getRestrictedDependencies } from '#lib/dashboard/session/session';
import { loadReport } from '../../(dashboard)/projects/[projectId]/reports/load-report';
import { getSharedAnswerAction } from '../../share/[token]/actions';

export const metadata: Metadata = {
  title: 'Report',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Once per request, because a token works once. */
const openToken = cache((token: string) => consumePrintToken(getDependencies(), token));

/** A report as it is printed, which only Chromium of this instance opens. */
export default async function PrintPage({ params }: { params: Promise<{ token: string }> }) {
  const opened = await openToken((await params).token);
  if (!opened) notFound();
  const { projectId, reportId, query, showsAnnotations } = opened;
  const { report, data, definitions, filterText } = await loadReport(
    { ...opened.context, ...getRestrictedDependencies() },
    { projectId, reportId, requested: new URLSearchParams(query) },
  );
  return (
    <main id="content" className="mx-auto max-w-[1240px]">
      <ReportHeader name={report.name} data={data} isFrozen={report.frozenAt !== null} filters={filterText} />
      <ReportView
        blocks={report.blocks}
        data={data}
        definitions={definitions}
        showsAnnotations={showsAnnotations}
        links={{
          // Nobody can open an answer on paper.
          answers: { load: getSharedAnswerAction.bind(null, '', '') },
          loadCitingAnswers: null,
          linkContext: undefined,
        }}
      />
    </main>
  );
}
