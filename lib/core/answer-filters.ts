/** Outcome of a run item; a failed one has no stored answer. */
export const answerStatuses = ['answered', 'no_answer', 'failed', 'unreadable'] as const;
export type AnswerStatus = (typeof answerStatuses)[number];

/**
 * Filters of a list of answers beyond the filters of its page, each a URL parameter. All of them must match.
 */
export interface AnswerFilters {
  status: AnswerStatus;
  /** Brands, by id: mentioned, not mentioned, ranking first. */
  named?: string;
  unnamed?: string;
  first?: string;
  /** A brand and its rank; 10 means tenth or later. */
  rank?: { brandId: string; rank: number };
  /** A brand that is not mentioned while another tracked brand is. */
  gap?: string;
  /** A brand that owns a cited URL. */
  owned?: string;
  /** A cited registrable domain, and a listed or cited one. */
  cites?: string;
  lists?: string;
  /** A normalized search query of the engine. */
  fanout?: string;
  /** Words in the text, ignoring case. */
  words?: string;
  /** Only prompts without a tracked brand, as in share of voice. */
  unbranded?: boolean;
  /** Run ID. */
  run?: string;
}
