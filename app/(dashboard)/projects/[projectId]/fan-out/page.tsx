import type { Metadata } from 'next';
import { loadAvailableProviders } from '#app/(dashboard)/developers/engines/engine-providers.ts';
import { EngineCoverage } from '#components/fan-out/engine-coverage';
import { describeMissingQueries, summarizeFanOut } from '#components/fan-out/fan-out-sentences';
import { FanOutTable } from '#components/fan-out/fan-out-table';
import { FanOutTree } from '#components/fan-out/fan-out-tree';
import { TextSearch } from '#components/filters/text-search';
import { SandboxBadge, Section } from '#components/sections/section';
import { Link } from '#components/ui/link';
import { NumberedPagination } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { formatEngineList } from '#lib/contract/engine-labels';
import { fanOutParameters } from '#lib/contract/filters/page-parameters';
import { fanOutTable } from '#lib/contract/tables/fan-out';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { listMissingAddOns, type MissingAddOns } from '#lib/dashboard/runs/missing-add-ons';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import type { Context } from '#lib/db/context';
import { getAnswersUrl } from '#lib/format/answer-links';
import { describeFanOutMetrics } from '#lib/format/metric-descriptions';
import { FilteredPage, NoAnswersState } from '../filtered-page';
import { loadPage, type ProjectPageProps } from '../load-page';

export const metadata: Metadata = { title: 'Queries (fan-out)' };

const pageSize = 50;
/** Higher page numbers in the URL show this page. The export has the same limit of 10,000 queries. */
const maxPage = 200;

const messages = defineMessages({
  queries:
    '{pages, select, several {{first, number} to {last, number} of } other {}}{queries, plural, one {# query} other {# queries}}, by number of answers.',
});

export default async function FanOutPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query, searchParams } = page;
  const { words: search, page: anyPage } = fanOutParameters.parse(searchParams);
  const requestedPage = Math.min(maxPage, anyPage);
  const base = `/projects/${project.id}`;
  const [data, allData, prompts, missingAddOns, schedule] = await Promise.all([
    getFanOut(context, filters, { limit: pageSize, page: requestedPage, search }),
    // The summary describes all queries, not only those that match the search.
    search === '' ? null : getFanOut(context, filters, { limit: 1 }),
    listFanOutPrompts(context, filters),
    listMissingAddOns(context, filters),
    getSchedule(context, filters),
  ]);
  const pageCount = Math.min(maxPage, Math.max(1, Math.ceil(data.queryCount / pageSize)));
  const shownPage = Math.min(requestedPage, pageCount);
  const { queries } = data;
  const first = (shownPage - 1) * pageSize;
  const getPageUrl = (target: number) =>
    fanOutParameters.getUrl(`${base}/fan-out`, query, { words: search, page: target });
  const shownEngines = new Set(data.engines.map(({ engine }) => engine));
  const missing = missingAddOns.filter(({ engine }) => shownEngines.has(engine));
  const hint =
    missing.length > 0 ? (
      <AddOnHint projectId={project.id} engines={missing} isScheduled={schedule?.addOns ?? false} />
    ) : null;
  const isReported = data.engines.some(({ withReportedQueries }) => withReportedQueries > 0);
  const brand = project.own.name;
  const definitions = describeFanOutMetrics(brand);
  const fictionalEngines = data.engines.filter(({ fictionalAnswers }) => fictionalAnswers > 0);
  const isPartial = data.engines.some(({ answers, fictionalAnswers }) => fictionalAnswers < answers);
  return (
    <FilteredPage
      page={page}
      title="Queries (fan-out)"
      summary={summarizeFanOut(allData ?? data, brand)}
      actions={fictionalEngines.length > 0 ? <SandboxBadge isPartial={isPartial} /> : null}
    >
      {data.engines.length === 0 ? (
        <NoAnswersState page={page} />
      ) : prompts.length === 0 ? (
        <EmptyState
          kind={isReported ? 'none' : 'not measured'}
          title={isReported ? 'No search queries' : 'Search queries not reported'}
          className="min-h-80"
        >
          {hint ?? describeMissingQueries(data.engines, await listReportingEngines(context))}
        </EmptyState>
      ) : (
        <>
          <Section
            title="Search queries"
            note={messages.queries({
              pages: pageCount > 1 ? 'several' : 'other',
              first: first + 1,
              last: first + queries.length,
              queries: data.queryCount,
            })}
            exportedTable={fanOutTable.name}
            descriptions={[
              { metric: 'Answers', description: definitions.answers },
              { metric: 'Mention rate', description: definitions.mentioned },
            ]}
          >
            <div className="mb-3">
              <TextSearch
                action={`${base}/fan-out`}
                search={search}
                label="Find queries"
                otherParameters={[...new URLSearchParams(query)]}
              />
            </div>
            {queries.length > 0 ? (
              <>
                <FanOutTable
                  queries={queries}
                  hrefs={Object.fromEntries(
                    queries.map(({ query: searchQuery }) => [
                      searchQuery,
                      getAnswersUrl(project.id, query, { fanout: searchQuery }),
                    ]),
                  )}
                />
                <NumberedPagination
                  page={shownPage}
                  pageCount={pageCount}
                  previous={getPageUrl(shownPage - 1)}
                  next={getPageUrl(shownPage + 1)}
                  noun="queries"
                />
              </>
            ) : (
              <EmptyState kind="no match" title="No matching queries">
                Try fewer words.
              </EmptyState>
            )}
          </Section>
          <FanOutTree
            prompts={prompts}
            brand={brand}
            hrefs={Object.fromEntries(
              prompts.flatMap(({ promptId, queries }) =>
                queries.map(({ query: searchQuery }) => [
                  `${promptId}:${searchQuery}`,
                  getAnswersUrl(project.id, query, { fanout: searchQuery, prompt: promptId }),
                ]),
              ),
            )}
            promptHrefs={Object.fromEntries(
              prompts.map(({ promptId }) => [
                promptId,
                `${base}/prompts/${promptId}${query ? `?${query}` : ''}`,
              ]),
            )}
          />
          <EngineCoverage engines={data.engines} hint={hint} />
        </>
      )}
    </FilteredPage>
  );
}

/** Lists the engines whose current providers report search queries; null if the providers are unknown. */
async function listReportingEngines(context: Context): Promise<string[] | null> {
  const { engines } = await loadAvailableProviders(context);
  return engines?.flatMap(({ engine, reportsQueries }) => (reportsQueries ? [engine] : [])) ?? null;
}

interface AddOnHintProps {
  projectId: string;
  /** At least one. */
  engines: readonly MissingAddOns[];
  /** Whether scheduled runs request search queries. */
  isScheduled: boolean;
}

function AddOnHint({ projectId, engines, isScheduled }: AddOnHintProps) {
  return (
    <>
      In this period, some runs didn’t request search queries from{' '}
      {formatEngineList(engines.map(({ engine }) => engine))}.{' '}
      {isScheduled ? (
        'The schedule now requests them.'
      ) : (
        <>
          <Link href={`/projects/${projectId}/schedule`} className="font-medium text-accent underline">
            Request search queries in the schedule
          </Link>
          , at {formatPlural(Math.max(...engines.map(({ credits }) => credits)), 'more credit')} per answer.
        </>
      )}
    </>
  );
}
