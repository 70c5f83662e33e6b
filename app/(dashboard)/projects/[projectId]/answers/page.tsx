import type { Metadata } from 'next';
import { AnswerDrawer } from '#components/answers/answer-drawer';
import { AnswerFilterChips, StatusTabs } from '#components/answers/answer-filters';
import { AnswersTable } from '#components/answers/answers-table';
import { FailedList } from '#components/answers/failed-list';
import { TextSearch } from '#components/filters/text-search';
import { SandboxBadge, Section } from '#components/sections/section';
import { PageLinkButton, Pagination } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import {
  labelAnswerFilters,
  parseAnswerFilters,
  type RunItemStatus,
  runItemStatuses,
  summarizeAnswers,
} from '#lib/contract/filters/answer-filters';
import { answerListParameters } from '#lib/contract/filters/page-parameters';
import { answersTable } from '#lib/contract/tables/answers';
import { failedItemsTable } from '#lib/contract/tables/runs';
import { defineMessages } from '#lib/core/messages';
import { countAnswers } from '#lib/dashboard/analytics/answers/count-answers';
import { getAnswerContent } from '#lib/dashboard/analytics/answers/get-answer';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { countItemsByStatus, findFailedItems } from '#lib/dashboard/analytics/answers/run-item-status';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { getAnswersUrl } from '#lib/format/answer-links';
import { FilteredPage, NoAnswersState } from '../filtered-page';
import { getAnswerLoaders, loadPage, type ProjectPageProps } from '../load-page';

export const metadata: Metadata = { title: 'Answers' };

const pageSize = 25;
const emptyPage = { answers: [], failed: [], nextCursor: null };
const statusLabels: Record<RunItemStatus, string> = {
  answered: 'Answered',
  no_answer: 'No answer',
  failed: 'Failed',
  unreadable: 'Unreadable',
};

export default async function AnswersPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query, searchParams } = page;
  const answerFilters = parseAnswerFilters(searchParams);
  const { before, answer: openAnswerId } = answerListParameters.parse(searchParams);
  const listsFailed = answerFilters.status === 'failed';
  const noun = listsFailed ? 'failed run items' : 'answers';
  const pageOptions = { limit: pageSize, before };
  const [answersPage, failedPage, count, statusCounts, linkedAnswer] = await Promise.all([
    listsFailed ? emptyPage : listAnswers(context, filters, { ...pageOptions, answerFilters }),
    listsFailed ? findFailedItems(context, filters, pageOptions) : emptyPage,
    countAnswers(context, filters, answerFilters),
    countItemsByStatus(context, filters),
    openAnswerId === null
      ? null
      : getAnswerContent(context, { projectId: project.id, answerId: openAnswerId }),
  ]);
  const brands = [project.own, ...project.competitors];
  const activeFilters = listsFailed
    ? []
    : labelAnswerFilters(
        answerFilters,
        (id) => brands.find((brand) => brand.id === id)?.name ?? 'deleted brand',
      );
  const buildUrl = (urlFilters: Parameters<typeof getAnswersUrl>[2]) =>
    getAnswersUrl(project.id, query, urlFilters);
  const next = listsFailed ? failedPage.nextCursor : answersPage.nextCursor;
  const older = next && addCursor(buildUrl(answerFilters), next);
  const shown = listsFailed ? failedPage.failed.length : answersPage.answers.length;
  return (
    <FilteredPage
      page={page}
      title="Answers"
      summary={`${summarize(answerFilters.status, count, statusCounts, activeFilters)}.`}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-b">
        <StatusTabs
          tabs={runItemStatuses.map((status) => ({
            label: statusLabels[status],
            count: statusCounts[status],
            href: buildUrl(status === 'answered' ? { ...answerFilters, status } : { status }),
            current: status === answerFilters.status,
          }))}
        />
        {listsFailed ? null : (
          <div className="w-full pb-2 md:w-auto">
            <TextSearch
              action={`/projects/${project.id}/answers`}
              search={answerFilters.search ?? ''}
              otherParameters={parseParameters(buildUrl({ ...answerFilters, search: undefined }))}
            />
          </div>
        )}
      </div>
      <AnswerFilterChips
        filters={activeFilters.map(({ key, label }) => ({
          key,
          label,
          removeHref: buildUrl({ ...answerFilters, [key]: undefined }),
        }))}
      />
      {shown > 0 ? (
        <>
          <Section
            title={`${before ? 'Older' : 'Newest'} ${noun}`}
            className="mt-4 border-t-0 pt-0"
            exportedTable={(listsFailed ? failedItemsTable : answersTable).name}
            aside={answersPage.answers.some(({ isFictional }) => isFictional) ? <SandboxBadge /> : null}
          >
            {listsFailed ? (
              <FailedList
                failed={failedPage.failed.map((item) => ({
                  ...item,
                  at: item.requestedAt,
                  reason: describeFailure({ status: 'failed', ...item }),
                  runHref: `/projects/${project.id}/runs/${item.runId}`,
                }))}
              />
            ) : (
              <AnswersTable answers={answersPage.answers} brands={brands} />
            )}
          </Section>
          <Pagination newest={before ? buildUrl(answerFilters) : null} older={older} noun={noun} />
        </>
      ) : before !== null && (listsFailed ? statusCounts.failed : count.answers) > 0 ? (
        <EmptyState
          kind="no match"
          title={`No older ${noun}`}
          className="mt-4 min-h-80"
          action={<PageLinkButton href={buildUrl(answerFilters)}>Newest {noun}</PageLinkButton>}
        >
          The {noun} that match the filters are on earlier pages.
        </EmptyState>
      ) : statusCounts.answered > 0 && (activeFilters.length > 0 || answerFilters.status !== 'answered') ? (
        <EmptyState kind="no match" title="No matching answers" className="mt-4 min-h-80">
          {activeFilters.length > 0
            ? messages.noMatch({ answers: statusCounts.answered })
            : `No requests to engines in this period have the status “${statusLabels[answerFilters.status]}”.`}
        </EmptyState>
      ) : (
        <NoAnswersState page={page} />
      )}
      <AnswerDrawer
        answers={answersPage.answers}
        linked={linkedAnswer}
        loaders={getAnswerLoaders(context, { projectId: project.id, query })}
      />
    </FilteredPage>
  );
}

const messages = defineMessages({
  unanswered:
    'Of {requests, plural, one {# request} other {# requests}} to engines, {count, number} {status, select, no_answer {had no answer} failed {failed} unreadable {couldn’t be read} other {}}',
  answers: '{scope, select, least {More than } other {}}{answers, plural, one {# answer} other {# answers}}',
  answered:
    '{scope, select, least {More than } other {}}{answers, plural, one {# answer} other {# answers}} from {requests, plural, one {# request} other {# requests}} to engines',
  filtered: '{answers}, out of {answered, number} in this period',
  noMatch:
    '{answers, plural, one {The only answer in this period doesn’t} other {None of the # answers in this period}} match the filters.',
});

function summarize(
  status: RunItemStatus,
  { answers, isLowerBound }: Awaited<ReturnType<typeof countAnswers>>,
  statuses: Record<RunItemStatus, number>,
  activeFilters: ReturnType<typeof labelAnswerFilters>,
): string {
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  if (total === 0) return 'No requests to engines in this period';
  if (status !== 'answered') return messages.unanswered({ status, requests: total, count: statuses[status] });
  const scope = isLowerBound ? 'least' : 'other';
  if (activeFilters.length === 0) return messages.answered({ scope, answers, requests: total });
  const count = messages.answers({ scope, answers });
  return messages.filtered({
    answers: summarizeAnswers(count, activeFilters),
    answered: statuses.answered,
  });
}

function addCursor(url: string, cursor: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}before=${encodeURIComponent(cursor)}`;
}

function parseParameters(url: string): [key: string, value: string][] {
  return [...new URLSearchParams(url.split('?')[1] ?? '')];
}
