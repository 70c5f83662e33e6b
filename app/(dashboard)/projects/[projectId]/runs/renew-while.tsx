'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const refreshMs = 1_500;

/** Reads the page again and again while `going`; draws nothing. */
export function RenewWhile({ going }: { going: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => router.refresh(), refreshMs);
    return () => clearInterval(timer);
  }, [going, router]);
  return null;
}
