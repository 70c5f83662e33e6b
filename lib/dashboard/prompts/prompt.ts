/** A question asked of the engines. */
export interface Prompt {
  id: string;
  text: string;
  /** '' for none. */
  topic: string;
  tags: string[];
  /** BCP 47. */
  language: string;
  /** Whether its words name a tracked brand. */
  branded: boolean;
}

/** A prompt not yet stored. */
export interface PromptDraft {
  text: string;
  topic: string;
  tags: string[];
  language: string;
}
