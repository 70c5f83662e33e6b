'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const intervalMs = 2_000;
/** Longer than the lease of an attempt. While an attempt runs, `dueAt` is the end of its lease. */
const soonMs = 30_000;

/** Refreshes the page while an attempt is running or due soon. */
export function RefreshWhileDue({ dueAt }: { dueAt: Date }) {
  const router = useRouter();
  const dueMs = dueAt.getTime();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && dueMs - Date.now() < soonMs) router.refresh();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [router, dueMs]);
  return null;
}
