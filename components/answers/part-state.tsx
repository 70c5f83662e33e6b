import type { Part } from '#components/answers/use-part';
import { Notice } from '#components/ui/notice';
import { Skeleton } from '#components/ui/skeleton';

interface PartStateProps {
  part: Part<unknown>;
  /** Said where it was read and is not there. */
  gone: string;
}

/** In place of a part of an answer: loading, failed, or not there. */
export function PartState({ part, gone }: PartStateProps) {
  if (part.failed)
    return <Notice tone="danger">This could not be loaded. Close the answer and open it again.</Notice>;
  if (part.value === null) return <Notice>{gone}</Notice>;
  return (
    <div className="flex flex-col gap-2.5" role="status" aria-label="Loading the answer">
      <Skeleton />
      <Skeleton />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="mt-4 h-4 w-1/3" />
    </div>
  );
}
