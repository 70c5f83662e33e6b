'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { Page } from '#components/layout/page';
import { Skeleton, SkeletonRows } from '#components/ui/loading';

/**
 * Shows the skeleton of a page during navigation. The page a document was loaded with has no boundary: React would
 * stream its skeleton first, with status 200 even for pages that do not exist.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const path = usePathname();
  const [arrivedAt, setArrivedAt] = useState<string | null>(path);
  if (arrivedAt !== null && arrivedAt !== path) setArrivedAt(null);
  if (arrivedAt === path) return children;
  return (
    <Suspense key={path} fallback={<PageSkeleton />}>
      {children}
    </Suspense>
  );
}

/** A part of a page: headline metrics, a chart, a table with that many rows, or two of them side by side. */
type Part = 'metrics' | 'chart' | number | readonly [Part, Part];

interface Shape {
  /** The title; null if it depends on the data. */
  title: string | null;
  /** Whether the bar has dates and filters. */
  filters: boolean;
  parts: readonly Part[];
}

const metricParts: readonly Part[] = ['metrics', 'chart', ['chart', 6], [8, 'chart']];

/** The pages of a project by URL segment; `/one` is the page of one item. */
const shapes: Readonly<Record<string, Shape>> = {
  overview: { title: 'Overview', filters: true, parts: metricParts },
  prompts: { title: 'Prompts', filters: true, parts: [20] },
  'prompts/one': { title: null, filters: true, parts: metricParts },
  answers: { title: 'Answers', filters: true, parts: [25] },
  sources: { title: 'Sources', filters: true, parts: [12, [6, 6], 'chart'] },
  'sources/one': { title: null, filters: true, parts: ['metrics', 'chart', [8, 8]] },
  competitors: { title: 'Competitors', filters: true, parts: [[6, 'chart'], 8] },
  'fan-out': { title: 'Queries (fan-out)', filters: true, parts: [20, 'chart'] },
  experiments: { title: 'Experiments', filters: true, parts: [6] },
  'experiments/one': { title: null, filters: true, parts: [2, 'chart', 4] },
  schedule: { title: 'Schedule', filters: false, parts: [8] },
  runs: { title: 'Runs', filters: false, parts: [12] },
  'runs/one': { title: null, filters: false, parts: ['metrics', 8, 8] },
  settings: { title: 'Brands', filters: false, parts: [6] },
};
const defaultShape: Shape = { title: null, filters: false, parts: [8] };

/** The skeleton of a project page. One component for all pages keeps the bundle small. */
function PageSkeleton() {
  const [screen = '', one] = usePathname().split('/').slice(3);
  const { title, filters, parts } = shapes[one ? `${screen}/one` : screen] ?? defaultShape;
  // Next.js scrolls up only after the page has loaded.
  useLayoutEffect(() => window.scrollTo(0, 0), []);
  return (
    <Page
      title={title ?? <span className="waits block h-8 w-96 max-w-full rounded-md bg-pressed" />}
      summary={<Skeleton className="my-1 h-4 w-[min(32rem,calc(100vw-2rem))]" />}
      bar={filters ? <Skeleton className="ml-auto h-8 w-24 md:w-72" /> : null}
    >
      <div role="status" aria-label="Loading">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change order
          <PartSkeleton key={index} part={part} />
        ))}
      </div>
    </Page>
  );
}

function PartSkeleton({ part }: { part: Part }) {
  if (part === 'metrics') {
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
