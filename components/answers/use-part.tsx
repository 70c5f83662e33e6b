'use client';

import { useEffect, useState } from 'react';

/** A part of an answer that is read when it is looked at; undefined until it is there. */
export interface Part<T> {
  value: T | undefined;
  failed: boolean;
}

/**
 * Reads a part of an answer, and again when another answer is looked at.
 * @param here the part where it was read before, which is then not read again
 */
export function usePart<T>(
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
