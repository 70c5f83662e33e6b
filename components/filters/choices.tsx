'use client';

import { type ComponentProps, Suspense } from 'react';
import { loadOnFirstInteraction } from '#components/overlays/first-interaction';
import { Skeleton } from '#components/ui/loading';
import { LoadFailed } from '#components/ui/notice';

const Period = loadOnFirstInteraction(
  async () => (await import('#components/filters/period-choices')).PeriodChoices,
  LoadFailed,
);
const Dimensions = loadOnFirstInteraction(
  async () => (await import('#components/filters/dimension-choices')).DimensionChoices,
  LoadFailed,
);

const waiting = <Skeleton className="h-72 w-full" />;

/** The choice of dates, loaded before it is first opened. */
export function PeriodChoices(props: ComponentProps<typeof Period>) {
  return (
    <Suspense fallback={waiting}>
      <Period {...props} />
    </Suspense>
  );
}

/** The choice of everything else. */
export function DimensionChoices(props: ComponentProps<typeof Dimensions>) {
  return (
    <Suspense fallback={waiting}>
      <Dimensions {...props} />
    </Suspense>
  );
}
