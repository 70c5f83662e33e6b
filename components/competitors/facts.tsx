import type { TrackedBrand } from '#lib/core/figure';
import type { Rate } from '#lib/core/rate';

/** Where the page of competitors is and how it is filtered. */
export interface CompetitorsPlace {
  projectId: string;
  /** The filters of the page as they stand in its address; empty for none. */
  query: string;
  /** The brand looked at. */
  own: TrackedBrand;
}

/** What a brand's share of voice is, counted by answers and by mentions. */
export interface VoiceFacts {
  brand: TrackedBrand;
  shareOfVoice: Rate;
  /** Null without a competitor. */
  byMentions: Rate | null;
  firstPlace: Rate;
}

export interface HeadToHeadFacts {
  rival: TrackedBrand;
  prompts: readonly {
    promptId: string;
    prompt: string;
    answers: number;
    ours: Rate;
    theirs: Rate;
    mentioned: 'both' | 'only us' | 'only them' | 'neither';
    lead: 'ahead' | 'behind' | 'level' | 'not enough data';
  }[];
  mentioned: Readonly<Record<'both' | 'only us' | 'only them' | 'neither', number>>;
  ahead: number;
  behind: number;
}

export interface GapsFacts {
  prompts: readonly {
    promptId: string;
    prompt: string;
    answers: number;
    everywhere: boolean;
    engines: readonly { engine: string; answers: number; presence: 'ours' | 'gap' | 'nobody' }[];
    rivals: readonly { brand: TrackedBrand; answers: number }[];
  }[];
  everywhere: number;
  asked: number;
  /** Whether a gap can be found at all: citations are counted only of brands with a domain. */
  measured: boolean;
}

/** The address of the page with another competitor opposite. */
export function rivalAddress({ projectId, query }: CompetitorsPlace, rivalId: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set('rival', rivalId);
  return `/projects/${projectId}/competitors?${parameters}`;
}
