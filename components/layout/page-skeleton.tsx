'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { Page } from '#components/layout/page';
import { Skeleton, SkeletonRows } from '#components/ui/loading';

/**
 * Shows the skeleton of a page during navigation. The first page that the browser loads has no boundary, because React
 * would stream its skeleton with status 200 before a missing page could respond with 404.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const path = usePathname();
  const [firstPath, setFirstPath] = useState<string | null>(path);
  if (firstPath !== null && firstPath !== path) setFirstPath(null);
  if (firstPath === path) return children;
  return (
    <Suspense key={path} fallback={<PageSkeleton />}>
      {children}
    </Suspense>
  );
}

/** A part of a page: headline metrics, a chart, a table with the given number of rows, or two parts side by side. */
type Part = 'metrics' | 'chart' | number | readonly [Part, Part];

interface Shape {
  /** The title; null if it depends on the data. */
  title: string | null;
  /** True if the sticky bar contains dates and filters. */
  hasFilters: boolean;
  parts: readonly Part[];
}

const metricParts: readonly Part[] = ['metrics', 'chart', ['chart', 6], [8, 'chart']];

/** The shapes of project pages by the end of their path; `:id` stands for the item of a detail page. */
const shapes: Readonly<Record<string, Shape>> = {
  overview: { title: 'Overview', hasFilters: true, parts: metricParts },
  prompts: { title: 'Prompts', hasFilters: true, parts: [20] },
  'prompts/:id': { title: null, hasFilters: true, parts: metricParts },
  answers: { title: 'Answers', hasFilters: true, parts: [25] },
  sources: { title: 'Sources', hasFilters: true, parts: [12, [6, 6], 'chart'] },
  'sources/:id': { title: null, hasFilters: true, parts: ['metrics', 'chart', [8, 8]] },
  competitors: { title: 'Competitors', hasFilters: true, parts: [[6, 'chart'], 8] },
  'fan-out': { title: 'Queries (fan-out)', hasFilters: true, parts: [20, 'chart'] },
  experiments: { title: 'Experiments', hasFilters: true, parts: [6] },
  'experiments/:id': { title: null, hasFilters: true, parts: [2, 'chart', 4] },
  schedule: { title: 'Schedule', hasFilters: false, parts: [8] },
  runs: { title: 'Runs', hasFilters: false, parts: [12] },
  'runs/:id': { title: null, hasFilters: false, parts: ['metrics', 8, 8] },
  brands: { title: 'Brands', hasFilters: false, parts: [6] },
};
const defaultShape: Shape = { title: null, hasFilters: false, parts: [8] };

/** The skeleton of a project page. One component for all pages keeps the bundle small. */
function PageSkeleton() {
  const [page = '', id] = usePathname().split('/').slice(3);
  const { title, hasFilters, parts } = shapes[id ? `${page}/:id` : page] ?? defaultShape;
  // Next.js scrolls up only after the page has loaded.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <Page
      title={title ?? <span className="pulses block h-8 w-96 max-w-full rounded-md bg-pressed" />}
      summary={<Skeleton className="my-1 h-4 w-[min(32rem,calc(100vw-2rem))]" />}
      bar={hasFilters ? <Skeleton className="ml-auto h-8 w-24 md:w-72" /> : null}
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
      <div className="two-columns">
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
