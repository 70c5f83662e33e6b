'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { Page } from '#components/layout/page';
import { Skeleton, SkeletonRows } from '#components/ui/loading';

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

/** A part of a screen: headline figures, a chart, a table of so many rows, or two of them beside each other. */
type Part = 'figures' | 'chart' | number | readonly [Part, Part];

interface Shape {
  /** The question of the screen; null where it names what is only being read. */
  title: string | null;
  /** Whether dates and filters stand in the bar. */
  filters: boolean;
  parts: readonly Part[];
}

const evidence: readonly Part[] = ['figures', 'chart', ['chart', 6], [8, 'chart']];

/** The screens of a project by the parts of their address; `/one` is a thing of the screen's list. */
const shapes: Readonly<Record<string, Shape>> = {
  overview: { title: 'Where are we named?', filters: true, parts: evidence },
  prompts: { title: 'What do we ask?', filters: true, parts: [20] },
  'prompts/one': { title: null, filters: true, parts: evidence },
  answers: { title: 'What did they say?', filters: true, parts: [25] },
  sources: { title: 'Who is cited?', filters: true, parts: [12, [6, 6], 'chart'] },
  'sources/one': { title: null, filters: true, parts: ['figures', 'chart', [8, 8]] },
  competitors: { title: null, filters: true, parts: [[6, 'chart'], 8] },
  'fan-out': { title: 'What do they search for us?', filters: true, parts: [20, 'chart'] },
  experiments: { title: 'Did our changes work?', filters: true, parts: [6] },
  'experiments/one': { title: null, filters: true, parts: [2, 'chart', 4] },
  schedule: { title: 'When do we ask?', filters: false, parts: [8] },
  runs: { title: 'What was asked, and when?', filters: false, parts: [12] },
  'runs/one': { title: null, filters: false, parts: ['figures', 8, 8] },
  settings: { title: 'Whom do we watch?', filters: false, parts: [6] },
};
const unknown: Shape = { title: null, filters: false, parts: [8] };

/** A screen of a project in its real shape while its figures are read. One entry for all: each of its own costs bytes. */
function ScreenSkeleton() {
  const [screen = '', one] = usePathname().split('/').slice(3);
  const { title, filters, parts } = shapes[one ? `${screen}/one` : screen] ?? unknown;
  // Next.js scrolls up only once the screen itself is there.
  useLayoutEffect(() => window.scrollTo(0, 0), []);
  return (
    <Page
      title={title ?? <span className="waits block h-8 w-96 max-w-full rounded-md bg-pressed" />}
      answer={<Skeleton className="my-1 h-4 w-[min(32rem,calc(100vw-2rem))]" />}
      bar={filters ? <Skeleton className="ml-auto h-8 w-24 md:w-72" /> : null}
    >
      <div role="status" aria-label="Loading figures">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a screen never change places
          <PartSkeleton key={index} part={part} />
        ))}
      </div>
    </Page>
  );
}

function PartSkeleton({ part }: { part: Part }) {
  if (part === 'figures') {
    return (
      <div className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 xl:grid-cols-6">
        {['visibility', 'voice', 'position', 'rate', 'share', 'sentiment'].map((key) => (
          <div key={key} className="flex h-[106px] flex-col gap-2.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-9 w-20" />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
    );
  }
  if (typeof part === 'object') {
    return (
      <div className="grid gap-x-12 lg:grid-cols-2">
        <PartSkeleton part={part[0]} />
        <PartSkeleton part={part[1]} />
      </div>
    );
  }
  return (
    <div className="min-w-0 border-t pt-5 pb-10">
      <Skeleton className="mb-9 h-5 w-40" />
      {part === 'chart' ? <Skeleton className="h-[300px] w-full" /> : <SkeletonRows rows={part} />}
    </div>
  );
}
