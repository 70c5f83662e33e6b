'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';
import { Progress } from '#components/ui/loading';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { findNewItems } from '#lib/format/stable-list';
import type { ProjectProgress, Work } from './get-progress';
import { ConnectionNotice, ServiceNotice } from './service-notices';
import { countDone, useProgress } from './use-progress';

const activePollMs = 2_000;
const idlePollMs = 10_000;
/** The least time between two refreshes of the metrics while answers arrive. */
const minRefreshMs = 6_000;

const getIntervalMs = (progress: ProjectProgress | null) =>
  progress?.work.length ? activePollMs : idlePollMs;

interface LiveProgressProps {
  projectId: string;
  initial: ProjectProgress;
}

/** Progress of background work; refreshes the metrics of the page as answers arrive. */
export function LiveProgress({ projectId, initial }: LiveProgressProps) {
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

/** Returns running work and, so that nothing below moves, the work that completed since the page was opened. */
function useShownWork(running: readonly Work[]): readonly Work[] {
  const [seen, setSeen] = useState(running);
  const shown = [
    ...seen.map((work) => running.find(({ id }) => id === work.id) ?? work),
    ...findNewItems(seen, running),
  ];
  if (shown.length !== seen.length || shown.some((work, index) => work !== seen[index])) setSeen(shown);
  return shown;
}

/** @param now null once the work is completed */
function WorkProgress({ work, now }: { work: Work; now: string | null }) {
  const { label, completedLabel, done, total } = work;
  const answers = formatPlural(total, 'answer');
  if (now === null) return <Progress label={completedLabel} told done={done} total={total} text={answers} />;
  const text = `${formatCount(done)} of ${answers}${formatTimeLeft(work, now)}`;
  return <Progress label={label} told done={done} total={total} text={text} />;
}

/** Estimates the remaining time from the pace so far; empty until at least 2% are done. */
function formatTimeLeft({ done, total, startedAt }: Work, now: string): string {
  const elapsedMs = Date.parse(now) - Date.parse(startedAt);
  if (done < total / 50 || elapsedMs <= 0) return '';
  const minutes = ((elapsedMs / done) * (total - done)) / 60_000;
  if (minutes < 1) return ' · less than a minute left';
  return ` · about ${formatPlural(Math.round(minutes), 'minute')} left`;
}
