import { Chip } from '#components/ui/chip';
import { Link } from '#components/ui/link';
import { Progress } from '#components/ui/loading';
import { Time } from '#components/ui/time';
import { formatCountryInSentence } from '#lib/contract/country-names';
import { formatEngineList } from '#lib/contract/engine-labels';
import { toDay, type WithTimeZone } from '#lib/core/days';
import { pauseReasonLabels } from '#lib/core/errors';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount, formatPlural } from '#lib/core/numbers';
import type { Run, RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { enginesWithAddOns } from '#lib/dashboard/runs/run-options';
import { isInProgress } from '../progress/get-progress';
import { RefreshWhileRunning } from '../progress/progress-banner';

interface RunListProps extends WithTimeZone {
  projectId: string;
  runs: readonly RunWithCounts[];
  /** True during a backfill, even between two of its runs. */
  isBackfilling: boolean;
  now: Date;
}

/** Runs, newest first. Links are not prefetched, because the list refreshes while a run is in progress. */
export function RunList({ projectId, timeZone, runs, isBackfilling, now }: RunListProps) {
  return (
    <>
      <RefreshWhileRunning
        projectId={projectId}
        isRunning={isBackfilling || runs.some(isInProgress)}
        isPaused={runs.some(({ status }) => status === 'paused')}
      />
      <ul className="border-b">
        {runs.map((run) => (
          <li
            key={run.id}
            className="relative flex flex-col gap-2 border-t py-4 hover:bg-sunken/60 md:flex-row md:items-center md:gap-8"
          >
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <Link
                  prefetch={false}
                  href={`/projects/${projectId}/runs/${run.id}`}
                  className="tabular-nums after:absolute after:inset-0 hover:text-accent-strong"
                >
                  <Time at={run.requestedAt} />
                </Link>
                <Chip>{runKindLabels[run.kind]}</Chip>
                {run.failed > 0 ? <Chip tone="danger">{formatCount(run.failed)} failed</Chip> : null}
                {run.notSent > 0 && run.pauseReason ? (
                  <Chip tone="warning">
                    {formatCount(run.notSent)} not sent: {pauseReasonLabels[run.pauseReason]}
                  </Chip>
                ) : null}
              </p>
              <p className="mt-1 text-muted">{describeRun(run)}</p>
              {run.error ? <p className="mt-1 text-danger">{run.error}</p> : null}
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
              {run.status === 'completed' ? (
                <span className="text-muted tabular-nums">{formatAnswers(run)}</span>
              ) : (
                <div className="w-full md:w-72">
                  <Progress
                    label={run.status === 'paused' ? 'Paused' : 'Running'}
                    done={run.done}
                    total={run.itemCount}
                    text={formatAnswers(run)}
                  />
                </div>
              )}
              <Link
                prefetch={false}
                href={buildRunOverviewUrl({ id: projectId, timeZone }, run, now)}
                className="relative z-[1] shrink-0 font-medium text-accent hover:underline"
              >
                View metrics
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function formatAnswers({ answered, itemCount }: RunWithCounts): string {
  const total = formatPlural(itemCount, 'answer');
  return answered === itemCount ? total : `${formatCount(answered)} of ${total}`;
}

export const runKindLabels = {
  manual: 'Manual',
  scheduled: 'Scheduled',
  backfill: 'Backfill',
} as const;

const messages = defineMessages({
  run: '{engines} in {countries}{addOns, select, none {} other {, with search queries and products from {addOnEngines}}}{samples, plural, =0 {} =1 {} other {, # samples per prompt}}',
});

/** Describes a run, such as "ChatGPT in Germany, with search queries and products from ChatGPT". */
export function describeRun({
  engines,
  countries,
  samples,
  addOns,
}: Pick<RunWithCounts, 'engines' | 'countries' | 'samples' | 'addOns'>): string {
  const addOnEngines = addOns ? enginesWithAddOns.filter((engine) => engines.includes(engine)) : [];
  return messages.run({
    engines: formatEngineList(engines),
    countries: formatList(countries.map(formatCountryInSentence)),
    addOns: addOnEngines.length > 0 ? 'other' : 'none',
    addOnEngines: formatEngineList(addOnEngines),
    samples,
  });
}

type RunTimes = Pick<Run, 'kind' | 'requestedAt' | 'completedAt'>;

/** Returns the first and last day of a run's answers. All answers of a backfill run have the same day. */
export function getRunDays(
  { kind, requestedAt, completedAt }: RunTimes,
  { timeZone }: WithTimeZone,
  now: Date,
): { from: string; to: string } {
  const last = kind === 'backfill' ? requestedAt : (completedAt ?? now);
  return {
    from: toDay(requestedAt, timeZone),
    to: toDay(last > requestedAt ? last : requestedAt, timeZone),
  };
}

/** Builds the URL of the overview for the days of a run. */
export function buildRunOverviewUrl(
  project: { id: string } & WithTimeZone,
  run: RunTimes,
  now: Date,
): string {
  return `/projects/${project.id}/overview?${new URLSearchParams(getRunDays(run, project, now))}`;
}
