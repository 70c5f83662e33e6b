import { OverviewSkeleton } from '#components/overview/overview-skeleton';
import { Page } from '#components/shell/page';
import { Skeleton } from '#components/ui/skeleton';

export default function Loading() {
  return (
    <Page title="Where are we named?" answer={<Skeleton className="my-1 h-4 w-full max-w-lg" />}>
      <OverviewSkeleton />
    </Page>
  );
}
