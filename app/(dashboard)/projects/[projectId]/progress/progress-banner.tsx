'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';
import { findNewItems } from '#components/answers/stable-list';
import { useClientQuery } from '#components/ui/client-query';
import { Link } from '#components/ui/link';
import { Progress } from '#components/ui/loading';
import { Notice } from '#components/ui/notice';
import { formatFacts } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import type { ProjectProgress, Work } from './get-progress';

const activePollMs = 2_000;
const minRefreshMs = 6_000;

interface ProgressBannerProps {
  projectId: string;
  initial: ProjectProgress;
  idlePollMs: number;
}

/** Progress of background work; refreshes the metrics of the page as answers arrive. */
export function ProgressBanner({ projectId, initial, idlePollMs }: ProgressBannerProps) {
  const getIntervalMs = (progress: ProjectProgress | null) =>
    progress?.work.length ? activePollMs : idlePollMs;
  const { progress: latest, problem } = useProgress({ projectId, initial, getIntervalMs });
  const progress = latest ?? initial;
  useRefreshMetrics(progress);
  const shown = useShownWork(progress.work);
  return (
    <>
      <ConnectionNotice problem={progress.work.length > 0 ? problem : null} />
      {progress.service ? (
        <div className="pb-7">
          <ServiceNotice state={progress.service} />
        </div>
      ) : null}
      {shown.length > 0 ? (
        <div data-print="hide" className="flex flex-col gap-4 pb-7">
          {shown.map((work) => (
            <WorkProgress
              key={work.id}
              work={work}
              now={progress.work.some(({ id }) => id === work.id) ? progress.now : null}
            />
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Refreshes the page when work completes, and at intervals while its answers arrive. */
function useRefreshMetrics(progress: ProjectProgress): void {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const last = useRef({ done: countDone(progress), isWorking: progress.work.length > 0, at: 0 });
  useEffect(() => {
    const done = countDone(progress);
    const isWorking = progress.work.length > 0;
    const isCompleted = last.current.isWorking && !isWorking;
    const hasNewAnswers = done !== last.current.done && Date.now() - last.current.at >= minRefreshMs;
    last.current = { ...last.current, isWorking };
    if (!isCompleted && (!hasNewAnswers || isRefreshing)) return;
    last.current = { done, isWorking, at: Date.now() };
    startRefresh(() => router.refresh());
  }, [progress, isRefreshing, router]);
}

/** Returns running work, and work completed since the page was opened, so that content below doesn't move. */
function useShownWork(running: readonly Work[]): readonly Work[] {
  const [seen, setSeen] = useState(running);
  const shown = [
    ...seen.map((work) => running.find(({ id }) => id === work.id) ?? work),
    ...findNewItems(seen, running),
  ];
  if (shown.length !== seen.length || shown.some((work, index) => work !== seen[index])) setSeen(shown);
  return shown;
}

const messages = defineMessages({
  done: '{done, number} of {total, plural, one {# answer} other {# answers}}',
  timeLeft: 'about {minutes, plural, one {# minute} other {# minutes}} left',
});

/** @param now null once the work is completed */
function WorkProgress({ work, now }: { work: Work; now: string | null }) {
  const { label, completedLabel, done, total } = work;
  if (now === null) {
    const text = formatPlural(total, 'answer');
    return <Progress label={completedLabel} isAnnounced done={done} total={total} text={text} />;
  }
  const text = formatFacts([messages.done({ done, total }), formatTimeLeft(work, now)]);
  return <Progress label={label} isAnnounced done={done} total={total} text={text} />;
}

/** Estimates the remaining time from the pace so far; empty until at least 2% are done. */
function formatTimeLeft({ done, total, startedAt }: Work, now: string): string {
  const elapsedMs = Date.parse(now) - Date.parse(startedAt);
  if (done < total / 50 || elapsedMs <= 0) return '';
  const minutes = ((elapsedMs / done) * (total - done)) / 60_000;
  if (minutes < 1) return 'less than a minute left';
  return messages.timeLeft({ minutes: Math.round(minutes) });
}

const refreshMs = 1_500;
/** The worker resumes paused runs once a minute. */
const pausedRefreshMs = 15_000;

interface RefreshWhileRunningProps {
  projectId: string;
  /** True while answers can still arrive. */
  isRunning: boolean;
  /** True if a run is paused. It can resume at any time. */
  isPaused: boolean;
}

/**
 * Refreshes the page repeatedly while a run is in progress, and less often while it is paused. It polls the server
 * first, because refreshing from a server that is down would replace the page with an error.
 */
export function RefreshWhileRunning({ projectId, isRunning, isPaused }: RefreshWhileRunningProps) {
  const router = useRouter();
  const enabled = isRunning || isPaused;
  const { problem, updatedAt } = useProgress({
    projectId,
    initial: null,
    getIntervalMs: () => (isRunning ? refreshMs : pausedRefreshMs),
    enabled,
  });
  const refreshedAt = useRef(updatedAt);
  useEffect(() => {
    if (!enabled || updatedAt === refreshedAt.current) return;
    refreshedAt.current = updatedAt;
    router.refresh();
  }, [enabled, updatedAt, router]);
  return <ConnectionNotice problem={enabled ? problem : null} />;
}

/** The reason why polling fails. */
const connectionProblems = {
  unreachable:
    'The server can’t be reached, so this page has stopped updating. Runs continue; updates resume automatically.',
  'signed out':
    'You’ve been signed out, so this page has stopped updating. Runs continue; sign in again to follow them.',
  outdated:
    'You switched to another organization in another tab, so this page has stopped updating. Reload the page.',
} as const;

type ConnectionProblem = keyof typeof connectionProblems;

const isConnectionProblem = (text: string): text is ConnectionProblem =>
  Object.hasOwn(connectionProblems, text);

interface ProgressPolling {
  projectId: string;
  /** The progress when the page was loaded; null to load it. */
  initial: ProjectProgress | null;
  /** Returns the delay until the next poll in milliseconds. */
  getIntervalMs: (progress: ProjectProgress | null) => number;
  enabled?: boolean;
}

/** Polls the progress of a project's background work while the page is visible. */
function useProgress({ projectId, initial, getIntervalMs, enabled = true }: ProgressPolling) {
  const lastChange = useRef({ done: initial ? countDone(initial) : 0, at: Date.now() });
  const { data, error, dataUpdatedAt } = useClientQuery<ProjectProgress | null>({
    queryKey: ['progress', projectId],
    queryFn: async ({ signal }) => {
      const idleMs = Date.now() - lastChange.current.at;
      const progress = await fetchProgress(`/projects/${projectId}/progress?idleMs=${idleMs}`, signal);
      const done = countDone(progress);
      if (done !== lastChange.current.done) lastChange.current = { done, at: Date.now() };
      return progress;
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => getIntervalMs(state.data ?? null),
    networkMode: 'always',
    gcTime: 0,
    enabled,
  });
  const problem: ConnectionProblem | null =
    error === null ? null : isConnectionProblem(error.message) ? error.message : 'unreachable';
  return { progress: data, problem, updatedAt: dataUpdatedAt };
}

function countDone(progress: ProjectProgress): number {
  return progress.work.reduce((total, { done }) => total + done, 0);
}

/** @throws Error whose message is a `ConnectionProblem` */
async function fetchProgress(url: string, signal: AbortSignal): Promise<ProjectProgress> {
  const response = await fetch(url, { signal }).catch(() => null);
  const fail = (problem: ConnectionProblem) => new Error(problem);
  if (response?.status === 409) throw fail('outdated');
  if (response?.redirected || response?.status === 401) throw fail('signed out');
  if (!response?.ok) throw fail('unreachable');
  return response.json();
}

function ConnectionNotice({ problem }: { problem: ConnectionProblem | null }) {
  return (
    <div role="status" data-print="hide">
      {problem === null ? null : (
        <div className="pb-6">
          <Notice tone="warning">{connectionProblems[problem]}</Notice>
        </div>
      )}
    </div>
  );
}

/** Explains why no requests can be sent to the service. */
export function ServiceNotice({ state }: { state: 'rejected' | 'unreachable' }) {
  return (
    <Notice tone="warning">
      {state === 'rejected' ? (
        <>
          Answerscope’s API rejects the dashboard’s API key, so prompts can’t be sent. An owner or admin can
          replace it under{' '}
          <Link href="/developers" className="font-medium text-accent underline">
            API & webhooks
          </Link>
          .
        </>
      ) : (
        'Answerscope’s API can’t be reached. Pending prompts are queued and will be sent automatically when the API recovers. If this persists, contact the operator of this Answerscope instance.'
      )}
    </Notice>
  );
}
