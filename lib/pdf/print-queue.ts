import { ServiceError } from '#lib/core/errors';

/** A place in the queue that a subject, such as an organization, has only a few of. */
export interface QueuePlace {
  /** Such as `organization <id>`. */
  subject: string;
  /** Entries of the subject that can wait or run at once. */
  maxEntries: number;
}

export interface QueueOptions {
  /** The places that the entry takes; it is refused if one of them is taken. */
  places: readonly QueuePlace[];
  /** Aborted when nobody waits for the result any more: the entry then leaves the queue, or its work is aborted. */
  signal?: AbortSignal | undefined;
}

/** Entries that wait while one runs. */
const maxWaiting = 20;
/** Expected duration of the first entry, and the weight of each further one in the average. */
const initialMs = 10_000;
const newestWeight = 0.3;

interface Entry extends QueueOptions {
  start(): void;
}

/** Runs one piece of work at a time, in the order of arrival. */
export class PrintQueue {
  /** The first one is running. */
  readonly #entries: Entry[] = [];
  #averageMs = initialMs;

  /**
   * Runs work when its turn comes. Work that is aborted keeps its turn until it has ended.
   * @throws ServiceError RATE_LIMIT_EXCEEDED if a place is taken, SERVICE_UNAVAILABLE if too many entries wait, both with
   *   the time to wait as `details.retryAfterSeconds`; REQUEST_CANCELED if `signal` is aborted before the work starts
   */
  async run<T>(work: () => Promise<T>, options: QueueOptions): Promise<T> {
    this.#requirePlaces(options.places);
    const turn = Promise.withResolvers<void>();
    const entry: Entry = { ...options, start: turn.resolve };
    const cancel = () => turn.reject(new ServiceError('REQUEST_CANCELED'));
    this.#entries.push(entry);
    options.signal?.addEventListener('abort', cancel, { once: true });
    if (options.signal?.aborted) cancel();
    this.#entries[0]?.start();
    try {
      await turn.promise;
      const startMs = performance.now();
      try {
        return await work();
      } finally {
        const durationMs = performance.now() - startMs;
        this.#averageMs += newestWeight * (durationMs - this.#averageMs);
      }
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      this.#entries.splice(this.#entries.indexOf(entry), 1);
      this.#entries[0]?.start();
    }
  }

  #requirePlaces(places: readonly QueuePlace[]): void {
    for (const { subject, maxEntries } of places) {
      const taken = this.#entries.flatMap((entry, index) =>
        entry.places.some((place) => place.subject === subject) ? [index] : [],
      );
      if (taken.length < maxEntries) continue;
      throw this.#refuse(
        'RATE_LIMIT_EXCEEDED',
        'A PDF that was requested earlier is still being created.',
        (taken[0] ?? 0) + 1,
      );
    }
    if (this.#entries.length <= maxWaiting) return;
    throw this.#refuse('SERVICE_UNAVAILABLE', 'Too many PDFs are being created.', this.#entries.length);
  }

  /** @param entries number of entries that have to end before it makes sense to try again */
  #refuse(
    code: 'RATE_LIMIT_EXCEEDED' | 'SERVICE_UNAVAILABLE',
    reason: string,
    entries: number,
  ): ServiceError {
    const retryAfterSeconds = 5 * Math.ceil((entries * this.#averageMs) / 5_000);
    return new ServiceError(code, {
      message: `${reason} Try again in about ${retryAfterSeconds} seconds.`,
      details: { retryAfterSeconds },
    });
  }
}
