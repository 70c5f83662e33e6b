'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ConnectionLost, type Lost, lostBy } from '../progress/service-notices';

const refreshMs = 1_500;

/**
 * Reads the page again and again while `going`. The server is asked first whether it is there: a page read from one
 * that is not would give way to an error, and what was shown would be gone.
 */
export function RenewWhile({ projectId, going }: { projectId: string; going: boolean }) {
  const router = useRouter();
  const [lost, setLost] = useState<Lost>(null);
  useEffect(() => {
    if (!going) return;
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const now = lostBy(await fetch(`/projects/${projectId}/progress`, { signal: leave.signal }));
        setLost(now);
        if (now === null) router.refresh();
      } catch {
        if (!leave.signal.aborted) setLost(lostBy(null));
      }
      if (!leave.signal.aborted) timer = setTimeout(look, refreshMs);
    };
    timer = setTimeout(look, refreshMs);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [going, projectId, router]);
  return <ConnectionLost lost={going ? lost : null} />;
}
