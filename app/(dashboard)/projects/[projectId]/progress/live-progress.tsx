'use client';

import { lazy, startTransition, useEffect, useState } from 'react';
import { LoadFailed } from '#components/ui/notice';
import type { ProjectProgress } from './get-progress';

const idlePollMs = 10_000;

const ProgressBanner = lazy(() =>
  import('./progress-banner').then(
    (file) => ({ default: file.ProgressBanner }),
    () => ({ default: LoadFailed }),
  ),
);

interface LiveProgressProps {
  projectId: string;
  initial: ProjectProgress;
}

/**
 * Shows the progress of background work and refreshes the metrics of the page as answers arrive. Unless work is running
 * or the service has a problem, the banner’s code is loaded when the first poll is due. The banner has no Suspense boundary,
 * because a placeholder would cause a layout shift.
 */
export function LiveProgress({ projectId, initial }: LiveProgressProps) {
  const [isShown, setIsShown] = useState(false);
  if (!isShown && (initial.work.length > 0 || initial.service)) setIsShown(true);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsShown(true)), idlePollMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return <ProgressBanner projectId={projectId} initial={initial} idlePollMs={idlePollMs} />;
}
