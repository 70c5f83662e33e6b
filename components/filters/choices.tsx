'use client';

import { type ComponentProps, Suspense } from 'react';
import { loadOnceBegun } from '#components/ui/begun';
import { NotLoaded } from '#components/ui/not-loaded';
import { Skeleton } from '#components/ui/skeleton';

const Period = loadOnceBegun(
  async () => (await import('#components/filters/period-choices')).PeriodChoices,
  NotLoaded,
);
const Dimensions = loadOnceBegun(
  async () => (await import('#components/filters/dimension-choices')).DimensionChoices,
  NotLoaded,
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
