import { Skeleton, SkeletonRows } from '#components/ui/skeleton';

/** The shape of the overview while its figures load. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading figures">
      <div className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 lg:grid-cols-5">
        {['visibility', 'voice', 'position', 'rate', 'share'].map((key) => (
          <div key={key} className="flex h-[106px] flex-col gap-2.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-9 w-20" />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
      <div className="border-t pt-5 pb-10">
        <Skeleton className="mb-6 h-4 w-40" />
        <Skeleton className="h-[300px] w-full" />
      </div>
      <div className="grid gap-x-12 lg:grid-cols-2">
        <div className="border-t pt-5 pb-10">
          <Skeleton className="mb-6 h-4 w-48" />
          <Skeleton className="h-[300px] w-full" />
        </div>
        <div className="border-t pt-5 pb-10">
          <Skeleton className="mb-6 h-4 w-32" />
          <SkeletonRows />
        </div>
      </div>
    </div>
  );
}
