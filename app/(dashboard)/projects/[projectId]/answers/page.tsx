import type { Metadata } from 'next';
import { FilterBar } from '#components/filters/filter-bar';
import { FilteredFigures, FilterProvider } from '#components/filters/filter-context';
import { AnswersList } from '#components/overview/answers-list';
import { NoAnswers } from '#components/overview/no-answers';
import { PageLinks } from '#components/overview/page-links';
import { Page } from '#components/shell/page';
import { formatCount, formatPlural } from '#lib/charts/formats';
import { filterChoices } from '#lib/dashboard/metrics/filter-choices';
import { formatFilters, parseFilters, presetOf } from '#lib/dashboard/metrics/filters';
import { headline } from '#lib/dashboard/metrics/headline';
import { latestAnswers } from '#lib/dashboard/metrics/latest-answers';
import { getProject } from '#lib/dashboard/projects/get-project';
import { currentContext } from '../../../../session';
import { filterOptionsOf } from '../../../filter-options-of';
import { orNotFound } from '../../../or-not-found';
import { readAnswer } from '../overview/actions';
import { progressOf } from '../progress/progress-of';

interface AnswersPageProps {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: 'Answers' };

const answersAPage = 20;

/** What did they say? Every answer under the filters of the address, newest first, a page at a time. */
export default async function AnswersPage({ params, searchParams }: AnswersPageProps) {
  const { projectId } = await params;
  const asked = await searchParams;
  const context = await currentContext();
  const project = await orNotFound(getProject(context, { projectId }));
  const filters = parseFilters(projectId, asked, context.clock);
  const before = typeof asked.before === 'string' ? asked.before : null;
  const [{ answers, next }, figures, choices, progress] = await Promise.all([
    latestAnswers(context, filters, { limit: answersAPage, before }),
    headline(context, filters),
    filterChoices(context, { projectId }),
    progressOf(context, projectId),
  ]);
  const here = `/projects/${projectId}/answers`;
  const address = (cursor: string | null) => {
    const parameters = formatFilters(filters, context.clock);
    if (cursor) parameters.set('before', cursor);
    return parameters.size > 0 ? `${here}?${parameters}` : here;
  };
  const { visibility } = figures;
  return (
    <FilterProvider
      period={{
        from: filters.from,
        to: filters.to,
        preset: presetOf(filters, context.clock),
        compare: filters.compare,
      }}
    >
      <Page
        title="What did they say?"
        answer={
          figures.answers > 0
            ? `${formatPlural(figures.answers, 'answer')}; ${project.own.name} is named in ${visibility.numerator === 0 ? 'none' : formatCount(visibility.numerator)} of them.`
            : `Every answer in which ${project.own.name} could be named.`
        }
        bar={<FilterBar options={filterOptionsOf(choices)} />}
      >
        <FilteredFigures>
          {answers.length > 0 ? (
            <>
              <AnswersList
                title={before ? 'Older answers' : 'Latest answers'}
                answers={answers}
                brands={[project.own, ...project.competitors]}
                load={readAnswer.bind(null, projectId)}
              />
              <PageLinks
                newest={before ? address(null) : null}
                older={next ? address(next) : null}
                what="answers"
              />
            </>
          ) : (
            <NoAnswers
              answered={choices.answered}
              promptsHref={`/projects/${projectId}/prompts`}
              runsHref={`/projects/${projectId}/schedule`}
              working={progress.work.length > 0}
            />
          )}
        </FilteredFigures>
      </Page>
    </FilterProvider>
  );
}
