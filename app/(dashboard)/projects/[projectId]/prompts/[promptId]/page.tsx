import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import {
  explainChangeAction,
  listCitingAnswersAction,
} from '#app/(dashboard)/projects/[projectId]/actions.ts';
import { AnnotatedCharts } from '#app/(dashboard)/projects/[projectId]/annotations/annotated-charts.tsx';
import { FilteredPage, NoAnswersState } from '#app/(dashboard)/projects/[projectId]/filtered-page.tsx';
import {
  getAnswerLoaders,
  getSpotCheckSource,
  loadOrNotFound,
  loadPage,
  type ProjectPageProps,
} from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { SpotCheck } from '#components/answers/spot-check';
import { OverviewView } from '#components/overview/overview-view';
import { ExplainChanges } from '#components/sections/explain-changes';
import { ExportSourceProvider } from '#components/sections/export-menu';
import { Section } from '#components/sections/section';
import { Chip } from '#components/ui/chip';
import { LinkButton } from '#components/ui/link-button';
import { trimEmptyStart } from '#lib/charts/series-charts';
import { headlineTable } from '#lib/contract/tables/headline';
import { toDay } from '#lib/core/days';
import { formatFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { getPrompt } from '#lib/dashboard/prompts/list-prompts';
import { summarizeOverview } from '#lib/format/summary-sentences';

export const metadata: Metadata = { title: 'Prompt' };

export default async function PromptPage(props: ProjectPageProps<{ promptId: string }>) {
  const page = await loadPage(props);
  const { context, project } = page;
  const { promptId } = await props.params;
  const prompt = await loadOrNotFound(getPrompt(context, { projectId: project.id, promptId }));
  // Share of voice excludes branded prompts by default, so a branded prompt would have none.
  const { branded } = page.filters;
  const filters = {
    ...page.filters,
    promptIds: [prompt.id],
    topics: [],
    tags: [],
    branded: prompt.isBranded && branded === 'without' ? ('with' as const) : branded,
  };
  const [data, annotations] = await Promise.all([
    getOverview(context, filters),
    listAnnotations(context, filters),
  ]);
  const { headline } = data;
  const createdOn = toDay(project.createdAt, project.timeZone);
  const query = formatFilters(filters, context.clock).toString();
  const base = `/projects/${project.id}`;
  return (
    <ExportSourceProvider query={query}>
      <FilteredPage
        page={page}
        exportedTable={headlineTable.name}
        answerSet={headline}
        title={prompt.text}
        summary={
          headline.answers > 0
            ? summarizeOverview(headline)
            : `How often answers to this prompt mention ${headline.brand.name}.`
        }
        actions={
          <>
            {prompt.archivedAt ? <Chip tone="warning">Archived</Chip> : null}
            {prompt.isBranded ? <Chip>Branded</Chip> : null}
            {prompt.topic ? <Chip>{prompt.topic}</Chip> : null}
            <LinkButton
              kind="quiet"
              Icon={ArrowLeft}
              href={`${base}/prompts${page.query ? `?${page.query}` : ''}`}
            >
              All prompts
            </LinkButton>
          </>
        }
      >
        {headline.answers > 0 ? (
          <AnnotatedCharts
            page={page}
            annotations={annotations}
            days={trimEmptyStart(data.visibilityOverTime, createdOn).days}
          >
            <ExplainChanges load={explainChangeAction} projectId={project.id} query={query}>
              <OverviewView
                data={data}
                engineLabels={page.engineLabels}
                loaders={getAnswerLoaders(context, { projectId: project.id, query })}
                loadCitingAnswers={listCitingAnswersAction.bind(null, project.id, query)}
                linkContext={{ projectId: project.id, query }}
                createdOn={createdOn}
              >
                <Section title="Spot check" note="What people see who ask this prompt themselves.">
                  <SpotCheck
                    key={query}
                    source={getSpotCheckSource(context, { projectId: project.id, query })}
                    promptId={prompt.id}
                  />
                </Section>
              </OverviewView>
            </ExplainChanges>
          </AnnotatedCharts>
        ) : (
          <NoAnswersState page={{ ...page, filters }} promptId={promptId} />
        )}
      </FilteredPage>
    </ExportSourceProvider>
  );
}
