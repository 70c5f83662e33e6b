import { Skeleton, SkeletonRows } from '#components/ui/skeleton';

interface FiguresSkeletonProps {
  /** A chart beside the first table, where the page has one. */
  chart?: boolean;
  /** Rows of the table that leads. */
  rows: number;
}

/** The shape of a page of tables while its figures load: its first section, beside it a chart where it has one. */
export function FiguresSkeleton({ chart, rows }: FiguresSkeletonProps) {
  return (
    <div
      role="status"
      aria-label="Loading figures"
      className={chart ? 'grid gap-x-12 lg:grid-cols-2' : undefined}
    >
      <div className="border-t pt-5 pb-10">
        <Skeleton className="mb-6 h-4 w-40" />
        <SkeletonRows rows={rows} />
      </div>
      {chart ? (
        <div className="border-t pt-5 pb-10">
          <Skeleton className="mb-6 h-4 w-48" />
          <Skeleton className="h-[300px] w-full" />
        </div>
      ) : null}
    </div>
  );
}
