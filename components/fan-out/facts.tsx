import type { Rate } from '#lib/core/rate';

/** What the page of the engines' own searches draws. */
export interface FanOutFacts {
  queries: readonly {
    query: string;
    asked: number;
    named: Rate;
    engines: readonly string[];
    prompts: number;
    countries: number;
  }[];
  total: number;
  engines: readonly { engine: string; answers: number; fanned: Rate }[];
}

export interface FanOutPromptFacts {
  promptId: string;
  prompt: string;
  queries: readonly { query: string; asked: number; named: Rate }[];
  total: number;
}
