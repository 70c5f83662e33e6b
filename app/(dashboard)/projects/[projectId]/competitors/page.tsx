import type { Metadata } from 'next';
import { AspectTable } from '#components/competitors/aspect-table';
import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { GapTable } from '#components/competitors/gap-table';
import { HeadToHead } from '#components/competitors/head-to-head';
import { PositionsChart } from '#components/competitors/positions-chart';
import { ShareOfVoiceTable } from '#components/competitors/share-of-voice-table';
import { BrandsTable } from '#components/overview/brands-table';
import { ShareOfVoiceChart } from '#components/overview/time-series-charts';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';
import { formatTotals, serializeRates, trimEmptyStart } from '#lib/charts/series-charts';
import { competitorParameters } from '#lib/contract/filters/page-parameters';
import { toDay } from '#lib/core/days';
import { explainDenial } from '#lib/core/permissions';
import { sentimentNeedsModel } from '#lib/core/sentiment';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { summarizeCompetitors } from '#lib/format/summary-sentences';
import { AnnotatedCharts } from '../annotations/annotated-charts';
import { FilteredPage, NoAnswersState } from '../filtered-page';
import { loadPage, type ProjectPageProps } from '../load-page';
import { listAspectSentencesAction } from './actions';

export const metadata: Metadata = { title: 'Competitors' };

export default async function CompetitorsPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query, searchParams } = page;
  const [data, annotations] = await Promise.all([
    getCompetitors(context, filters, {
      competitorId: competitorParameters.parse(searchParams).competitor,
    }),
    listAnnotations(context, filters),
  ]);
  const { brand, brandMetrics, headToHead } = data;
  const shareOfVoiceOverTime = trimEmptyStart(
    data.shareOfVoiceOverTime,
    toDay(project.createdAt, project.timeZone),
  );
  const denial = explainDenial(context.actor, 'projects.edit');
  const pageContext: CompetitorsPageContext = { projectId: project.id, query, selectedBrand: brand };
  const competitors = brandMetrics.map((metrics) => metrics.brand).filter(({ id }) => id !== brand.id);
  return (
    <FilteredPage
      page={page}
      title="Competitors"
      summary={
        data.answers > 0
          ? summarizeCompetitors(data)
          : `Which competitors are mentioned in AI answers, and where they appear without ${brand.name}.`
      }
      answerSet={data}
    >
      {data.answers === 0 ? (
        <NoAnswersState page={page} />
      ) : (
        <>
          <div className="two-columns">
            <BrandsTable brandMetrics={brandMetrics} linkContext={{ projectId: project.id, query }} />
            <AnnotatedCharts page={page} annotations={annotations} days={shareOfVoiceOverTime.days}>
              <ShareOfVoiceChart
                rates={serializeRates(shareOfVoiceOverTime)}
                totals={formatTotals(brandMetrics, 'shareOfVoice')}
                listsAnnotations
              />
            </AnnotatedCharts>
          </div>
          {data.aspects && data.classifier ? (
            <AspectTable
              pageContext={pageContext}
              aspects={data.aspects}
              classifier={data.classifier}
              loadSentences={listAspectSentencesAction}
            />
          ) : (
            <p className="mb-8 text-muted">{sentimentNeedsModel}</p>
          )}
          {headToHead ? (
            <>
              <HeadToHead pageContext={pageContext} competitors={competitors} data={headToHead} />
              <GapTable pageContext={pageContext} kind="mention" gaps={data.mentionGaps} />
              <GapTable pageContext={pageContext} kind="citation" gaps={data.citationGaps} />
              <div className="two-columns">
                <ShareOfVoiceTable
                  pageContext={pageContext}
                  brandMetrics={brandMetrics}
                  mentionShares={data.mentionShares}
                />
                <PositionsChart
                  pageContext={pageContext}
                  distributions={data.positions}
                  competitorId={headToHead.competitor.id}
                />
              </div>
            </>
          ) : (
            <EmptyState
              kind="none yet"
              title="No competitors yet"
              action={
                <LinkButton kind="primary" href={`/projects/${project.id}/brands`} denial={denial}>
                  Add competitor
                </LinkButton>
              }
            >
              Add the brands your customers compare {brand.name} with. They are also searched in existing
              answers.
            </EmptyState>
          )}
        </>
      )}
    </FilteredPage>
  );
}
