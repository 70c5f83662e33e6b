import type { Metadata } from 'next';
import { AnswerDrawer } from '#components/answers/answer-drawer';
import { ConditionChips, StatusTabs } from '#components/answers/answer-filters';
import { AnswersTable } from '#components/answers/answers-table';
import { FailedList } from '#components/answers/failed-list';
import { SandboxBadge } from '#components/sections/sandbox-badge';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/empty-state';
import { PageLinks } from '#components/ui/page-links';
import { TextSearch } from '#components/ui/text-search';
import { type AnswerStatus, answerStatuses } from '#lib/core/answer-filters';
import { countAnswers } from '#lib/dashboard/analytics/answers/count-answers';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { countObservations, listFailedObservations } from '#lib/dashboard/analytics/answers/observations';
import { parseAnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { labelAnswerFilters, summarizeAnswers } from '#lib/format/answer-filter-labels';
import { getAnswersUrl } from '#lib/format/answer-links';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { getAnswerContent } from '../../../get-answer-content';
import { getAnswerLoaders } from '../answer-loaders';
import { FilteredPage } from '../filtered-page';
import { loadPage, type ProjectPageProps } from '../load-page';
import { NoAnswersState } from '../no-answers-state';

export const metadata: Metadata = { title: 'Answers' };

const answersAPage = 25;
const nothing = { answers: [], failed: [], next: null };
const statusLabels: Record<AnswerStatus, string> = {
  answered: 'Answered',
  no_answer: 'No answer',
  failed: 'Failed',
  unreadable: 'Unreadable',
};

/** What did they say? Every answer under the filters and conditions of the address, newest first. */
export default async function AnswersPage(props: ProjectPageProps) {
  const view = await loadPage(props);
  const { context, project, filters, query, searchParams } = view;
  const conditions = parseAnswerFilters(searchParams);
  const before = typeof searchParams.before === 'string' ? searchParams.before : null;
  const failing = conditions.status === 'failed';
  const page = { limit: answersAPage, before };
  const [listed, lost, counted, statuses, linked] = await Promise.all([
    failing ? nothing : listAnswers(context, filters, { ...page, conditions }),
    failing ? listFailedObservations(context, filters, page) : nothing,
    countAnswers(context, filters, conditions),
    countObservations(context, filters),
    typeof searchParams.answer === 'string'
      ? getAnswerContent(context, { projectId: project.id, answerId: searchParams.answer })
      : null,
  ]);
  const brands = [project.own, ...project.competitors];
  const inForce = failing
    ? []
    : labelAnswerFilters(
        conditions,
        (id) => brands.find((brand) => brand.id === id)?.name ?? 'a removed brand',
      );
  const here = (part: Parameters<typeof getAnswersUrl>[2]) => getAnswersUrl(project.id, query, part);
  const next = failing ? lost.next : listed.next;
  const older = next && withCursor(here(conditions), next);
  const shown = failing ? lost.failed.length : listed.answers.length;
  return (
    <FilteredPage
      view={view}
      title="What did they say?"
      answer={`${sentence(conditions.status, counted, statuses, inForce)}.`}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-b">
        <StatusTabs
          tabs={answerStatuses.map((status) => ({
            label: statusLabels[status],
            count: statuses[status],
            href: here(status === 'answered' ? { ...conditions, status } : { status }),
            current: status === conditions.status,
          }))}
        />
        {failing ? null : (
          <div className="w-full pb-2 md:w-auto">
            <TextSearch
              action={`/projects/${project.id}/answers`}
              words={conditions.words ?? ''}
              otherParameters={parametersOf(here({ ...conditions, words: '' }))}
            />
          </div>
        )}
      </div>
      <ConditionChips
        conditions={inForce.map(({ key, label }) => ({
          key,
          words: label,
          removeHref: here({ ...conditions, [key]: undefined }),
        }))}
      />
      {shown > 0 ? (
        <>
          <Section
            title={before ? 'Older answers' : 'Newest answers'}
            className="mt-4 border-t-0 pt-0"
            exported={failing ? 'failed' : 'answers'}
            aside={listed.answers.some(({ fictional }) => fictional) ? <SandboxBadge /> : null}
          >
            {failing ? (
              <FailedList
                failed={lost.failed.map((one) => ({
                  ...one,
                  reason: describeFailure({ status: 'failed', errorCode: one.errorCode }),
                  runHref: `/projects/${project.id}/runs/${one.runId}`,
                }))}
              />
            ) : (
              <AnswersTable answers={listed.answers} brands={brands} />
            )}
          </Section>
          <PageLinks newest={before ? here(conditions) : null} older={older} what="answers" />
        </>
      ) : statuses.answered > 0 && (inForce.length > 0 || conditions.status !== 'answered') ? (
        <EmptyState kind="no match" title="Nothing matches" className="mt-4 min-h-80">
          {inForce.length > 0
            ? `There are ${formatPlural(statuses.answered, 'answer')} in these days, but none ${summarizeAnswers('', inForce)}.`
            : `Nothing that was asked in these days ended as “${statusLabels[conditions.status].toLowerCase()}”.`}
        </EmptyState>
      ) : (
        <NoAnswersState view={view} />
      )}
      <AnswerDrawer answers={listed.answers} linked={linked} loaders={getAnswerLoaders(project.id)} />
    </FilteredPage>
  );
}

type Counted = Awaited<ReturnType<typeof countAnswers>>;

function sentence(
  status: AnswerStatus,
  counted: Counted,
  statuses: Record<AnswerStatus, number>,
  inForce: ReturnType<typeof labelAnswerFilters>,
): string {
  const asked = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  if (asked === 0) return 'Nothing was asked in these days';
  if (status !== 'answered') {
    const ended = { no_answer: 'brought no answer', failed: 'failed', unreadable: 'could not be read' }[
      status
    ];
    return `${formatCount(statuses[status])} of ${formatPlural(asked, 'question')} ${ended}`;
  }
  const count = counted.atLeast
    ? `More than ${formatPlural(counted.answers, 'answer')}`
    : formatPlural(counted.answers, 'answer');
  if (inForce.length === 0) {
    const questions = `${formatPlural(asked, 'question')} asked`;
    return asked === statuses.answered
      ? `${questions} and answered`
      : `${questions}, ${formatCount(statuses.answered)} answered`;
  }
  return `${summarizeAnswers(count, inForce)}, out of ${formatCount(statuses.answered)} in these days`;
}

function withCursor(address: string, cursor: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}before=${encodeURIComponent(cursor)}`;
}

/** The parameters of an address, to be carried along by a form. */
function parametersOf(address: string): [key: string, value: string][] {
  return [...new URLSearchParams(address.split('?')[1] ?? '')];
}
