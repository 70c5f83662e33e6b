'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';
import { Progress } from '#components/ui/loading';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { newIn } from '#lib/format/stable-list';
import type { ProjectProgress, Work } from './get-progress';
import { quietMs } from './quiet';
import { ConnectionLost, type Lost, lostBy, ServiceNotice } from './service-notices';

const pollMs = 2_000;
/** Figures are read again no more often than this while answers come in. */
const refreshMs = 6_000;

/** "about 2 minutes left", from the pace so far; nothing while that is not yet known. */
function timeLeft({ done, total, startedAt }: Work, now: string): string {
  const spent = Date.parse(now) - Date.parse(startedAt);
  if (done < total / 50 || spent <= 0) return '';
  const minutes = ((spent / done) * (total - done)) / 60_000;
  if (minutes < 1) return ' · less than a minute left';
  const whole = Math.round(minutes);
  return ` · about ${whole} ${whole === 1 ? 'minute' : 'minutes'} left`;
}

function sum(progress: ProjectProgress): number {
  return progress.work.reduce((total, { done }) => total + done, 0);
}

interface LiveProgressProps {
  projectId: string;
  initial: ProjectProgress;
}

/** Long work as it goes on; the page's figures follow it without a flicker. */
export function LiveProgress({ projectId, initial }: LiveProgressProps) {
  const router = useRouter();
  const [progress, setProgress] = useState(initial);
  const [seen, see] = useState(initial.work);
  const [lost, setLost] = useState<Lost>(null);
  const [refreshing, startRefresh] = useTransition();
  const shown = useRef({ done: sum(initial), working: initial.work.length > 0, at: 0, refreshing: false });
  useEffect(() => {
    shown.current.refreshing = refreshing;
  }, [refreshing]);
  useEffect(() => {
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let news = { done: shown.current.done, at: Date.now() };
    const look = async () => {
      try {
        const quiet = Date.now() - news.at > quietMs ? '?quiet' : '';
        const response = await fetch(`/projects/${projectId}/progress${quiet}`, { signal: leave.signal });
        const now = lostBy(response);
        setLost(now);
        if (now === null) {
          const next: ProjectProgress = await response.json();
          setProgress(next);
          see((before) => [
            ...before.map((one) => next.work.find(({ id }) => id === one.id) ?? one),
            ...newIn(before, next.work),
          ]);
          if (sum(next) !== news.done) news = { done: sum(next), at: Date.now() };
          const last = shown.current;
          const working = next.work.length > 0;
          const ended = last.working && !working;
          const grown = sum(next) !== last.done && Date.now() - last.at >= refreshMs;
          shown.current = { ...last, working };
          if (ended || (grown && !last.refreshing)) {
            shown.current = { ...last, working, done: sum(next), at: Date.now() };
            startRefresh(() => router.refresh());
          }
        }
      } catch {
        if (!leave.signal.aborted) setLost(lostBy(null));
      }
      if (!leave.signal.aborted) timer = setTimeout(look, shown.current.working ? pollMs : pollMs * 5);
    };
    timer = setTimeout(look, pollMs);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [projectId, router]);
  return (
    <>
      <ConnectionLost lost={progress.work.length > 0 ? lost : null} />
      {progress.service ? (
        <div className="pb-7">
          <ServiceNotice state={progress.service} />
        </div>
      ) : null}
      {seen.length > 0 ? (
        <div data-print="hide" className="flex flex-col gap-4 pb-7">
          {seen.map((work) => (
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

/** @param now null once it is over: its line stays as long as the page, so that nothing below moves */
function WorkProgress({ work, now }: { work: Work; now: string | null }) {
  const { label, over, done, total } = work;
  const answers = formatPlural(total, 'answer');
  if (now === null) return <Progress label={over} told done={total} total={total} text={answers} />;
  const text = `${formatCount(done)} of ${answers}${timeLeft(work, now)}`;
  return <Progress label={label} told done={done} total={total} text={text} />;
}
