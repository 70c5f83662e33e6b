/** What became of an observation (metrics.md, "Observation"); a failed one left no answer, only its cell. */
export const answerStatuses = ['answered', 'no_answer', 'failed', 'unreadable'] as const;
export type AnswerStatus = (typeof answerStatuses)[number];

/**
 * What narrows a list of answers beyond the filters of its page, each a parameter of its own in the address. All
 * that are there must hold.
 */
export interface AnswerFilters {
  status: AnswerStatus;
  /** Brands, by id: mentioned, not mentioned, ranking first. */
  named?: string;
  unnamed?: string;
  first?: string;
  /** A brand and the place it takes; 10 stands for tenth or later, as in the distribution of positions. */
  rank?: { brandId: string; rank: number };
  /** A brand that is not mentioned where another tracked one is. */
  gap?: string;
  /** A brand that owns an address the text cites. */
  owned?: string;
  /** A registrable domain the text cites, and one the answer lists or cites. */
  cites?: string;
  lists?: string;
  /** One of the engine's own searches, normalised. */
  fanout?: string;
  /** Words that stand in the text, whatever their case. */
  words?: string;
  /** Only prompts that name no tracked brand, as share of voice counts. */
  unbranded?: boolean;
  /** The run it came of. */
  run?: string;
}
