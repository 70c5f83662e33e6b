'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { engineLabel } from '#components/overview/engine-label';
import { Chip } from '#components/ui/chip';
import { Progress } from '#components/ui/progress';
import { countryName, listNames } from '#lib/charts/names';
import type { RunSummary } from '#lib/dashboard/runs/list-runs';

const refreshMs = 1_500;
const kinds = { manual: 'Started by hand', scheduled: 'By schedule', history: 'Filling the past' } as const;

/** The runs, newest first; while one goes on the list renews itself. */
export function RunList({ projectId, runs }: { projectId: string; runs: readonly RunSummary[] }) {
  const router = useRouter();
  const going = runs.some((run) => run.status !== 'ended');
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => router.refresh(), refreshMs);
    return () => clearInterval(timer);
  }, [going, router]);
  return (
    <ul className="border-b">
      {runs.map((run) => (
        <li key={run.id} className="flex flex-col gap-3 border-t py-4 md:flex-row md:items-center md:gap-8">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <time dateTime={run.startedAt.toISOString()} suppressHydrationWarning>
                {run.startedAt.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}
              </time>
              <Chip>{kinds[run.kind]}</Chip>
              {run.failed > 0 ? <Chip tone="danger">{run.failed} failed</Chip> : null}
            </p>
            <p className="mt-1 text-muted">
              {listNames(run.engines.map(engineLabel))} in {listNames(run.countries.map(countryName))}
              {run.samples > 1 ? `, each asked ${run.samples} times` : ''}
            </p>
            {run.problem ? <p className="mt-1 text-danger">{run.problem}</p> : null}
          </div>
          <div className="w-full md:w-72">
            <Progress
              label={run.status === 'ended' ? 'Done' : 'Asking'}
              done={run.done}
              total={run.cells}
              text={`${run.done.toLocaleString('en')} of ${run.cells.toLocaleString('en')} answers`}
            />
          </div>
          <Link
            href={`/projects/${projectId}/overview`}
            className="shrink-0 font-medium text-accent hover:underline"
            aria-label={`See the figures after the run of ${run.startedAt.toISOString()}`}
          >
            See the figures
          </Link>
        </li>
      ))}
    </ul>
  );
}
