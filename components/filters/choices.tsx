'use client';

import dynamic from 'next/dynamic';
import { NotLoaded } from '#components/ui/not-loaded';
import { Skeleton } from '#components/ui/skeleton';

const Waiting = () => <Skeleton className="h-72 w-full" />;

/** The choices of dates and of everything else, loaded when they are first opened. */
export const PeriodChoices = dynamic(
  () =>
    import('#components/filters/period-choices').then(
      (file) => file.PeriodChoices,
      () => NotLoaded,
    ),
  { ssr: false, loading: Waiting },
);
export const DimensionChoices = dynamic(
  () =>
    import('#components/filters/dimension-choices').then(
      (file) => file.DimensionChoices,
      () => NotLoaded,
    ),
  { ssr: false, loading: Waiting },
);
