import { Page } from '#components/shell/page';
import { FiguresSkeleton } from '#components/ui/figures-skeleton';
import { Skeleton } from '#components/ui/skeleton';

export default function Loading() {
  return (
    <Page title="What did they say?" answer={<Skeleton className="my-1 h-4 w-full max-w-lg" />}>
      <FiguresSkeleton rows={25} />
    </Page>
  );
}
