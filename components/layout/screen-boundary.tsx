'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, Suspense, useState } from 'react';
import { ScreenSkeleton } from '#components/layout/screen-skeleton';

/**
 * Shows the shape of a screen at once while the way to it is read. The screen a document arrived with has no boundary:
 * React would send its skeleton too, show that first, and let nobody know by the status that nothing is there.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const path = usePathname();
  const [arrivedAt, setArrivedAt] = useState<string | null>(path);
  if (arrivedAt !== null && arrivedAt !== path) setArrivedAt(null);
  if (arrivedAt === path) return children;
  return (
    <Suspense key={path} fallback={<ScreenSkeleton />}>
      {children}
    </Suspense>
  );
}
