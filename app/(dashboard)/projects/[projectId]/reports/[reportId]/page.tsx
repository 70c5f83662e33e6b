import type { Metadata } from 'next';
import { listCitingAnswersAction } from '#app/(dashboard)/projects/[projectId]/actions.ts';
import {
  getAnswerLoaders,
  loadOrNotFound,
  type ProjectPageProps,
} from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { getContext } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { DownloadPdf } from '#components/reports/download-pdf';
import { BrandedReport } from '#components/reports/report-branding';
import { ReportHeader } from '#components/reports/report-header';
import { ReportView } from '#components/reports/report-view';
import { ExportSourceProvider } from '#components/sections/export-menu';
import { getEnv } from '#lib/core/env';
import { hasMailServer } from '#lib/core/mail-server';
import { explainDenial } from '#lib/core/permissions';
import { getBranding } from '#lib/dashboard/reports/branding';
import { getReport } from '#lib/dashboard/reports/reports';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import { listShares } from '#lib/dashboard/shares/shares';
import { listSubscriptions } from '#lib/dashboard/subscriptions/subscriptions';
import { findChromium } from '#lib/pdf/find-chromium';
import { getFrozenAnswerAction } from '../actions';
import { loadReport } from '../load-report';
import { BlockTools } from './block-tools';
import { EditorProvider } from './editor';
import { EditorBar } from './editor-bar';
import { listFilterOptions } from './filter-options';
import { ReportActions } from './report-actions';
import { ShareDialog } from './share-dialog';
import { SubscriptionDialog } from './subscription-dialog';

type ReportPageProps = ProjectPageProps<{ reportId: string }>;

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const { name } = await loadOrNotFound(getReport(await getContext(), await params));
  return { title: name };
}

/** A report as members see it, with the tools to edit, freeze and share it. */
export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const [{ projectId, reportId }, searchParameters, context] = await Promise.all([
    params,
    searchParams,
    getContext(),
  ]);
  const shareDenial = explainDenial(context.actor, 'shares.manage');
  const editDenial = explainDenial(context.actor, 'reports.edit');
  const canShare = shareDenial === null;
  const chromium = await findChromium(getEnv());
  const [{ report, data, definitions, filterText }, shares, views, subscriptions, branding] =
    await Promise.all([
      loadOrNotFound(loadReport(context, { projectId, reportId, searchParameters })),
      canShare ? listShares(context, { projectId, reportId }) : [],
      listViews(context, { projectId }),
      canShare ? loadOrNotFound(listSubscriptions(context, { projectId, reportId })) : [],
      getBranding(context),
    ]);
  const { name, filters, blocks, revision } = report;
  const isFrozen = report.frozenAt !== null;
  const isEditing = editDenial === null && !isFrozen && searchParameters.edit === '1';
  const [, ...competitors] = data.brands;
  const noPdfReason = chromium.isFound ? null : chromium.reason;
  const tools = (
    <>
      <DownloadPdf url={`/projects/${projectId}/reports/${reportId}/pdf`} unavailableReason={noPdfReason} />
      {isFrozen ? null : (
        <SubscriptionDialog
          projectId={projectId}
          reportId={reportId}
          projectTimeZone={report.timeZone}
          subscriptions={subscriptions}
          noPdfReason={noPdfReason}
          hasMailServer={hasMailServer(getEnv())}
          denial={shareDenial}
        />
      )}
      <ShareDialog
        projectId={projectId}
        reportId={reportId}
        shares={shares}
        isOpen={canShare && searchParameters.share === '1'}
        denial={shareDenial}
      />
      <ReportActions
        projectId={projectId}
        reportId={reportId}
        isFrozen={isFrozen}
        isEditing={isEditing}
        denial={editDenial}
      />
    </>
  );
  const view = (
    <ReportView
      blocks={blocks}
      data={data}
      definitions={definitions}
      showsNotes
      isFrozen={isFrozen}
      wrapBlock={
        isEditing
          ? (block, content) => (
              <BlockTools
                block={block}
                competitors={competitors.map(({ id, name: brand }) => ({ id, name: brand }))}
              >
                {content}
              </BlockTools>
            )
          : undefined
      }
      links={{
        answers: isFrozen
          ? { load: getFrozenAnswerAction.bind(null, projectId, reportId) }
          : getAnswerLoaders(context, { projectId, query: filters }),
        loadCitingAnswers: isFrozen ? null : listCitingAnswersAction.bind(null, projectId, filters),
        linkContext: isFrozen ? undefined : { projectId, query: filters },
      }}
    />
  );
  return (
    <Page
      title={name}
      header={
        <ReportHeader
          name={name}
          data={data}
          isFrozen={isFrozen}
          filters={filterText}
          aboutUrl={`/projects/${projectId}/reports/${reportId}/about`}
          actions={tools}
        />
      }
    >
      <BrandedReport branding={branding}>
        <ExportSourceProvider path={`/projects/${projectId}/reports/${reportId}/export`} query="">
          {isEditing ? (
            <EditorProvider report={{ projectId, reportId, revision, name, filters, blocks }}>
              <EditorBar filterOptions={listFilterOptions(filters, views)} />
              {view}
            </EditorProvider>
          ) : (
            view
          )}
        </ExportSourceProvider>
      </BrandedReport>
    </Page>
  );
}
