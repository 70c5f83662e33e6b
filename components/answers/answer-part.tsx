'use client';

import { useEffect, useState } from 'react';
import { Skeleton } from '#components/ui/loading';
import { Notice } from '#components/ui/notice';

/** A part of an answer that is read when it is looked at; undefined until it is there. */
export interface Part<T> {
  value: T | undefined;
  failed: boolean;
}

/**
 * Reads a part of an answer, and again when another answer is looked at.
 * @param here the part where it was read before, which is then not read again
 */
export function useAnswerPart<T>(
  answerId: string,
  load: (answerId: string) => Promise<T>,
  here: T | null = null,
): Part<T> {
  const [read, setRead] = useState<Part<T> & { answerId: string }>();
  useEffect(() => {
    if (here !== null) return;
    let left = false;
    load(answerId)
      .then((value) => ({ answerId, value, failed: false }))
      .catch(() => ({ answerId, value: undefined, failed: true }))
      .then((part) => {
        if (!left) setRead(part);
      });
    return () => {
      left = true;
    };
  }, [answerId, load, here]);
  if (here !== null) return { value: here, failed: false };
  return read?.answerId === answerId ? read : { value: undefined, failed: false };
}

interface PartStateProps {
  part: Part<unknown>;
  /** Said where it was read and is not there. */
  gone: string;
}

/** In place of a part of an answer: loading, failed, or not there. */
export function AnswerPartState({ part, gone }: PartStateProps) {
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
