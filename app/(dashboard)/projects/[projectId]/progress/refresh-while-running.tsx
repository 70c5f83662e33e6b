'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { ConnectionNotice } from './service-notices';
import { useProgress } from './use-progress';

const refreshMs = 1_500;

/**
 * Refreshes the page repeatedly while a run is in progress. It polls the server first, because refreshing from a server
 * that is down would replace the page with an error.
 */
export function RefreshWhileRunning({ projectId, running }: { projectId: string; running: boolean }) {
  const router = useRouter();
  const { problem, updatedAt } = useProgress({
    projectId,
    initial: null,
    getIntervalMs: () => refreshMs,
    enabled: running,
  });
  const refreshedAt = useRef(updatedAt);
  useEffect(() => {
    if (!running || updatedAt === refreshedAt.current) return;
    refreshedAt.current = updatedAt;
    router.refresh();
  }, [running, updatedAt, router]);
  return <ConnectionNotice problem={running ? problem : null} />;
}
