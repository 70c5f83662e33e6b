import type { AnswerFacts } from '#components/answers/facts';
import type { Change, Figure, MeanFigure, SentimentFigure, TrackedBrand } from '#lib/core/figure';
import type { Grade, Rate } from '#lib/core/rate';

/** What the overview draws: the figures of the dashboard, as they come over the wire. */
export interface OverviewFacts {
  headline: HeadlineFacts;
  visibilityOverTime: OverTimeFacts;
  shareOfVoiceOverTime: OverTimeFacts;
  byEngine: readonly (SliceFacts & { engine: string; modelNow: string | null })[];
  byCountry: readonly (SliceFacts & { country: string })[];
  byEngineAndCountry: readonly { engine: string; country: string; visibility: Figure }[];
  brandStandings: readonly StandingFacts[];
  topSources: SourcesFacts;
  latestAnswers: { answers: readonly AnswerFacts[] };
}

interface Days {
  from: string;
  to: string;
}

export interface HeadlineFacts {
  brand: TrackedBrand;
  periods: { current: Days; previous: Days | null };
  mostMoved: { engine: string; country: string; change: Change } | null;
  runs: number;
  answers: number;
  grade: Grade;
  fictional: boolean;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
  citationRate: Figure;
  citationShare: Figure;
  sentiment: SentimentFigure;
}

export interface OverTimeFacts {
  days: readonly string[];
  previousDays: readonly string[] | null;
  series: readonly {
    brand: TrackedBrand;
    points: readonly (Rate | null)[];
    previous: readonly (Rate | null)[] | null;
  }[];
}

export interface SliceFacts {
  answers: number;
  fictional: boolean;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
  citationRate: Figure;
  /** Observations where there was an answer at all. */
  triggerRate: Rate;
}

export interface StandingFacts {
  brand: TrackedBrand;
  mentioned: number;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
  citationRate: Figure;
  sentiment: SentimentFigure;
}

export interface SourceFacts {
  domain: string;
  type: string;
  brandId: string | null;
  fictional: boolean;
  citations: number;
  citationShare: Rate;
  cited: Rate;
  listed: Rate;
}

export interface SourcesFacts {
  sources: readonly SourceFacts[];
  total: number;
  citations: number;
  answers: number;
}

/** An answer that cites a domain, as it is listed beside the page. */
export interface CitingFacts {
  id: string;
  prompt: string;
  engine: string;
  country: string;
  askedAt: Date;
  pages: readonly { url: string; label: string; citations: number }[];
}
