'use client';

import { lazy, Suspense } from 'react';

const SuggestedCompetitorsNotice = lazy(() =>
  import('./suggested-competitors-notice').then(
    (file) => ({ default: file.SuggestedCompetitorsNotice }),
    // Without suggestions the page is complete.
    () => ({ default: () => null }),
  ),
);

/** Suggests competitors once the page has loaded. */
export function SuggestedCompetitors({ projectId }: { projectId: string }) {
  return (
    <Suspense fallback={null}>
      <SuggestedCompetitorsNotice projectId={projectId} />
    </Suspense>
  );
}
