'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { SpotCheckSource } from '#components/answers/spot-check';
import { Skeleton } from '#components/ui/loading';
import { Notice } from '#components/ui/notice';
import type { AnswerDetail, PreviousAnswer } from '#lib/dashboard/analytics/answers/get-answer';

interface AnswerPartStateProps {
  part?: UseQueryResult<unknown>;
  /** The message if the content does not exist. */
  missingMessage?: string;
}

/** Shown in a panel while its content is loading, or if it failed to load or does not exist. */
export function AnswerPartState({ part, missingMessage }: AnswerPartStateProps) {
  if (part?.isError) {
    return <Notice tone="danger">Loading failed. Close this panel and open it again.</Notice>;
  }
  if (part?.data === null) return <Notice>{missingMessage}</Notice>;
  return (
    <div className="flex flex-col gap-2.5" role="status" aria-label="Loading">
      <Skeleton />
      <Skeleton />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="mt-4 h-4 w-1/3" />
    </div>
  );
}

/** A complete answer without the engine's result. */
export type AnswerContent = Omit<AnswerDetail, 'runId' | 'status' | 'result'>;

/** Functions that load the parts of an answer. A shared page has only `load` and, unless it is frozen, `spotCheck`. */
export interface AnswerLoaders {
  /** Resolves to null if the answer no longer exists. */
  load: (answerId: string) => Promise<AnswerContent | null>;
  /** Resolves to the engine's result as JSON, or null if the answer no longer exists. */
  loadRaw?: (answerId: string) => Promise<string | null>;
  /** Resolves to null if the segment and sample have no earlier answer, or the answer no longer exists. */
  loadPrevious?: (answerId: string) => Promise<PreviousAnswer | null>;
  /** Loads what people see who ask the prompt of the answer themselves. */
  spotCheck?: SpotCheckSource;
}
