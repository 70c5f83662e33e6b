/** How well mentions are found in a language, on labeled sentences. Shares are from 0 to 1. */
export interface MeasuredCoverage {
  /** Labeled mentions. */
  mentions: number;
  /** Of the mentions that are found, the share that is labeled. */
  precision: number;
  /** Of the labeled mentions, the share that is found. */
  recall: number;
}

/** A language of a project's prompts; `measured` is null without labeled sentences. */
export interface LanguageCoverage {
  /** ISO 639-1; null if the language of a prompt is unknown. */
  language: string | null;
  measured: MeasuredCoverage | null;
}

const minMentions = 40;
const minRecall = 0.9;

/** Returns whether mentions in a language are measured, and found often enough to be relied on. */
export function isCovered(measured: MeasuredCoverage | null): boolean {
  return measured !== null && isMeasured(measured) && measured.recall >= minRecall;
}

/** Returns whether there are enough labeled mentions in a language. */
export function isMeasured({ mentions }: MeasuredCoverage): boolean {
  return mentions >= minMentions;
}
