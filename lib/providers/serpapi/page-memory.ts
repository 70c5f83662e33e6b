import pLimit from 'p-limit';
import { ProviderFailure } from '#lib/providers/provider';

const atOnce = 4;

/** Reads the pages of one question. */
export type ReadPages<T> = (
  question: object,
  count: number,
  read: (index: number) => Promise<T>,
) => Promise<T[]>;

/**
 * Reads pages side by side and keeps those that were had, as long as the question is: of ten pages one nearly
 * always fails, and the next attempt then asks, and pays, for that one only.
 * @returns a function that gives the pages in their order, or throws what the first one that failed did
 */
export function pageMemory<T>(): ReadPages<T> {
  const memory = new WeakMap<object, Map<number, T>>();
  return async (question, count, read) => {
    const known = memory.get(question) ?? new Map<number, T>();
    memory.set(question, known);
    const limit = pLimit(atOnce);
    let final: ProviderFailure | undefined;
    const settled = await Promise.allSettled(
      Array.from({ length: count }, (_, index) =>
        limit(async () => {
          const had = known.get(index);
          if (had !== undefined) return had;
          if (final) throw final;
          const page = await read(index).catch((error: unknown) => {
            if (error instanceof ProviderFailure && error.kind !== 'transient') final = error;
            throw error;
          });
          known.set(index, page);
          return page;
        }),
      ),
    );
    return settled.map((page) => {
      if (page.status === 'rejected') throw page.reason;
      return page.value;
    });
  };
}
