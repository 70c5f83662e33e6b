import type { AnswerDetail } from '#lib/dashboard/analytics/answers/get-answer';
import type { PreviousAnswer } from '#lib/dashboard/analytics/answers/previous-answer';

/** A complete answer without the provider's raw result. */
export type AnswerContent = Omit<AnswerDetail, 'runId' | 'status' | 'result'>;

/** Functions that load the parts of an answer. A shared page has only `load`. */
export interface AnswerLoaders {
  /** Resolves to null if the answer no longer exists. */
  load: (answerId: string) => Promise<AnswerContent | null>;
  /** Resolves to the provider's result as JSON, or null if the answer no longer exists. */
  loadRaw?: (answerId: string) => Promise<string | null>;
  /** Resolves to null for the first answer of its segment. */
  loadPrevious?: (answerId: string) => Promise<PreviousAnswer | null>;
}
