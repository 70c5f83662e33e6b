import type { Metadata } from 'next';
import { AnswersList } from '#components/overview/answers-list';
import { NoAnswers } from '#components/overview/no-answers';
import { PageLinks } from '#components/overview/page-links';
import { formatCount, formatPlural } from '#lib/charts/formats';
import { headline } from '#lib/dashboard/metrics/headline';
import { latestAnswers } from '#lib/dashboard/metrics/latest-answers';
import { FilteredPage } from '../filtered-page';
import { readAnswer } from '../overview/actions';
import { progressOf } from '../progress/progress-of';
import { readView, type ViewProps } from '../read-view';

export const metadata: Metadata = { title: 'Answers' };

const answersAPage = 20;

/** What did they say? Every answer under the filters of the address, newest first, a page at a time. */
export default async function AnswersPage(props: ViewProps) {
  const view = await readView(props);
  const { context, project, filters, choices, query, asked } = view;
  const before = typeof asked.before === 'string' ? asked.before : null;
  const [{ answers, next }, figures, progress] = await Promise.all([
    latestAnswers(context, filters, { limit: answersAPage, before }),
    headline(context, filters),
    progressOf(context, project.id),
  ]);
  const here = `/projects/${project.id}/answers`;
  const address = (cursor: string | null) => {
    const parameters = new URLSearchParams(query);
    if (cursor) parameters.set('before', cursor);
    return parameters.size > 0 ? `${here}?${parameters}` : here;
  };
  const { visibility } = figures;
  return (
    <FilteredPage
      view={view}
      title="What did they say?"
      answer={
        figures.answers > 0
          ? `${formatPlural(figures.answers, 'answer')}; ${project.own.name} is named in ${visibility.numerator === 0 ? 'none' : formatCount(visibility.numerator)} of them.`
          : `Every answer in which ${project.own.name} could be named.`
      }
    >
      {answers.length > 0 ? (
        <>
          <AnswersList
            title={before ? 'Older answers' : 'Latest answers'}
            answers={answers}
            brands={[project.own, ...project.competitors]}
            load={readAnswer.bind(null, project.id)}
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
          promptsHref={`/projects/${project.id}/prompts`}
          runsHref={`/projects/${project.id}/schedule`}
          working={progress.work.length > 0}
        />
      )}
    </FilteredPage>
  );
}
