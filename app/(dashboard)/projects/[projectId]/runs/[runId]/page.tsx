import { randomUUID } from 'node:crypto';
import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import {
  getAnswerLoaders,
  loadEngineLabels,
  loadOrNotFound,
  loadProject,
  type ProjectPageProps,
} from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import {
  checkServiceAfterMs,
  isInProgress,
} from '#app/(dashboard)/projects/[projectId]/progress/get-progress.ts';
import { RefreshWhileRunning } from '#app/(dashboard)/projects/[projectId]/progress/progress-banner.tsx';
import { toUnsentRun } from '#app/(dashboard)/projects/[projectId]/progress/unsent-notice.tsx';
import { getContext } from '#app/session.ts';
import { AllAnswersLink, AnswersList } from '#components/answers/answers-list';
import { FailedList } from '#components/answers/failed-list';
import { EngineLabelsProvider } from '#components/filters/filter-context';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { LinkButton } from '#components/ui/link-button';
import { Progress } from '#components/ui/loading';
import { Time } from '#components/ui/time';
import { runBreakdownTable, runFailuresTable } from '#lib/contract/tables/runs';
import { defineMessages } from '#lib/core/messages';
import { formatCount } from '#lib/core/numbers';
import { explainDenial } from '#lib/core/permissions';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { formatFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { listFailedItems } from '#lib/dashboard/runs/failed-items';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { getRun } from '#lib/dashboard/runs/list-runs';
import { countRetryable, listRunBreakdown, type RunBreakdownRow } from '#lib/dashboard/runs/run-progress';
import { getAnswersUrl } from '#lib/format/answer-links';
import { describeUnsent } from '#lib/format/summary-sentences';
import { buildRunOverviewUrl, describeRun, getRunDays, runKindLabels } from '../run-list';
import { RetryItems } from './retry-items';
import { RunBreakdownTable, RunNotice } from './run-details';

export const metadata: Metadata = { title: 'Run' };

const maxAnswers = 6;
/** Time without progress after which a run is reported as stalled. */
const stalledAfterMs = 3 * 60_000;

const messages = defineMessages({
  failed: '{failed, number} of {total, plural, one {# run item} other {# run items}} failed.',
  progress:
    '{done, number} of {total, plural, one {# run item} other {# run items}}{failed, plural, =0 {} other {, # failed}}{notSent, plural, =0 {} other {, # not sent}}',
});

export default async function RunPage({ params }: ProjectPageProps<{ runId: string }>) {
  const { projectId, runId } = await params;
  const context = await getContext();
  const run = await loadOrNotFound(getRun(context, { projectId, runId }));
  const project = await loadProject(projectId);
  const now = context.clock.now();
  const filters = parseFilters(project, getRunDays(run, project, now), context.clock);
  const answerFilters = { status: 'answered', run: runId } as const;
  const [engineLabels, breakdown, failures, { answers }] = await Promise.all([
    loadEngineLabels(context, projectId),
    listRunBreakdown(context, { runId }),
    listFailedItems(context, { runId }),
    listAnswers(context, filters, { limit: maxAnswers, answerFilters }),
  ]);
  const sum = (getCount: (row: RunBreakdownRow) => number) =>
    breakdown.reduce((count, row) => count + getCount(row), 0);
  const total = sum((row) => row.total);
  const failed = sum((row) => row.failed);
  const noAnswer = sum((row) => row.noAnswer);
  const notSent = sum((row) => row.notSent);
  const done = sum((row) => row.answered) + noAnswer + failed;
  const isRunning = isInProgress({ ...run, done, notSent });
  const unsent =
    notSent > 0 ? toUnsentRun({ ...run, notSent, requestedAt: run.requestedAt.toISOString() }) : null;
  const lastProgressAt = new Date(
    Math.max(Number(run.startedAt), ...breakdown.map((row) => Number(row.updatedAt))),
  );
  const idleMs = isRunning ? Number(now) - Number(lastProgressAt) : 0;
  const isStalled = idleMs > stalledAfterMs;
  const isIdle = idleMs > checkServiceAfterMs;
  const denial = explainDenial(context.actor, 'runs.start');
  const isRetryable = run.status === 'completed' && run.kind !== 'backfill';
  const retryable = countRetryable(isRetryable ? breakdown : [], run.addOns);
  const credits = isIdle || retryable.items > 0 ? await getCreditBalance(context) : 0;
  return (
    <Page
      title="Run"
      summary={
        <>
          {runKindLabels[run.kind]}, <Time at={run.requestedAt} />: {describeRun(run)}.
          {/* On a separate line, so that changes don't shift the layout. */}
          <span className="block">
            {failed === 0
              ? isRunning
                ? 'No failures so far.'
                : 'No failures.'
              : messages.failed({ failed, total })}
          </span>
        </>
      }
      actions={
        <>
          <LinkButton kind="quiet" Icon={ArrowLeft} href={`/projects/${projectId}/runs`}>
            All runs
          </LinkButton>
          <LinkButton
            kind={isRunning ? 'secondary' : 'primary'}
            href={buildRunOverviewUrl(project, run, now)}
          >
            View metrics
          </LinkButton>
        </>
      }
    >
      <RefreshWhileRunning projectId={projectId} isRunning={isRunning} isPaused={run.status === 'paused'} />
      <RunNotice
        unsent={unsent && describeUnsent(unsent)}
        error={run.error}
        service={typeof credits === 'string' ? credits : null}
        stalledSince={isStalled ? lastProgressAt : null}
      />
      <div className="pb-8">
        <Progress
          label={isRunning ? 'Running' : run.status === 'paused' ? 'Paused' : 'Completed'}
          isAnnounced
          done={done}
          total={total}
          text={messages.progress({ done, total, failed, notSent })}
        />
      </div>
      <EngineLabelsProvider labels={engineLabels}>
        <Section
          title={runBreakdownTable.title}
          exportedTable={{ table: runBreakdownTable.name, parameters: { run: runId } }}
        >
          <RunBreakdownTable breakdown={breakdown} />
        </Section>
        {answers.length > 0 ? (
          <>
            <AnswersList
              title={isRunning ? 'Answers as they arrive' : 'Latest answers'}
              answers={answers}
              brands={[project.own, ...project.competitors]}
              loaders={getAnswerLoaders(context, {
                projectId,
                query: formatFilters(filters, context.clock).toString(),
              })}
            />
            {/* Answers that arrive would push it down until the list is full. */}
            {!isRunning || answers.length === maxAnswers ? (
              <AllAnswersLink
                href={getAnswersUrl(
                  projectId,
                  formatFilters(filters, context.clock).toString(),
                  answerFilters,
                )}
                answerCount={sum((row) => row.answered)}
              />
            ) : null}
          </>
        ) : null}
        {retryable.items > 0 ? (
          <RetryItems
            projectId={projectId}
            runId={runId}
            newRunId={randomUUID()}
            itemCount={retryable.items}
            credits={retryable.credits}
            creditsRemaining={credits}
            denial={denial}
          />
        ) : null}
        {failures.length > 0 ? (
          <Section
            title={runFailuresTable.title}
            exportedTable={{ table: runFailuresTable.name, parameters: { run: runId } }}
            note={
              failures.length < failed
                ? `The latest ${formatCount(failures.length)} of ${formatCount(failed)}. Failures are excluded from all metrics. They cost no credits, except answers that couldn’t be read.`
                : 'Failures are excluded from all metrics. They cost no credits, except answers that couldn’t be read.'
            }
          >
            <FailedList
              failed={failures.map((item) => ({
                ...item,
                at: item.completedAt,
                reason: describeFailure(item),
              }))}
            />
          </Section>
        ) : null}
      </EngineLabelsProvider>
    </Page>
  );
}
