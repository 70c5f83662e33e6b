import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { ReportHeader } from '#components/reports/report-header';
import { ReportView } from '#components/reports/report-view';
import { canUse } from '#lib/core/permissions';
import { getReport } from '#lib/dashboard/reports/reports';
import { listShares } from '#lib/dashboard/shares/shares';
import { getContext } from '../../../../../session';
import { listCitingAnswersAction } from '../../actions';
import { getAnswerLoaders, orNotFound, type ProjectPageProps } from '../../load-page';
import { loadReport } from '../load-report';
import { ShareDialog } from './share-dialog';

type ReportPageProps = ProjectPageProps<{ reportId: string }>;

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const { name } = await orNotFound(getReport(await getContext(), await params));
  return { title: name };
}

/** A report as members see it, with the tools to share it. */
export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const [{ projectId, reportId }, requested, context] = await Promise.all([
    params,
    searchParams,
    getContext(),
  ]);
  const canShare = canUse(context.actor, 'shares.manage');
  const [{ report, data, definitions, filterText }, shares] = await Promise.all([
    orNotFound(loadReport(context, { projectId, reportId, requested })),
    canShare ? listShares(context, { projectId, reportId }) : [],
  ]);
  return (
    <Page
      title={report.name}
      header={
        <ReportHeader
          name={report.name}
          data={data}
          isFrozen={report.frozenAt !== null}
          filters={filterText}
          actions={
            canShare ? (
              <ShareDialog
                projectId={projectId}
                reportId={reportId}
                shares={shares}
                isOpen={requested.share === '1'}
              />
            ) : null
          }
        />
      }
    >
      <ReportView
        blocks={report.blocks}
        data={data}
        definitions={definitions}
        showsAnnotations
        links={{
          answers: getAnswerLoaders(projectId),
          loadCitingAnswers: listCitingAnswersAction.bind(null, projectId, report.filters),
          linkContext: { projectId, query: report.filters },
        }}
      />
    </Page>
  );
}
