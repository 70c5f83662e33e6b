import type { AnswerFacts } from '#components/answers/facts';
import type {
  Change,
  Grade,
  MeanMetric,
  Metric,
  Rate,
  SentimentMetric,
  TrackedBrand,
} from '#lib/core/metric';

/** What the overview draws: the figures of the dashboard, as they come over the wire. */
export interface OverviewFacts {
  headline: HeadlineFacts;
  visibilityOverTime: OverTimeFacts;
  shareOfVoiceOverTime: OverTimeFacts;
  byEngine: readonly (SliceFacts & { engine: string; modelNow: string | null })[];
  byCountry: readonly (SliceFacts & { country: string })[];
  byEngineAndCountry: readonly { engine: string; country: string; visibility: Metric }[];
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
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  citationRate: Metric;
  citationShare: Metric;
  sentiment: SentimentMetric;
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
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  citationRate: Metric;
  /** Observations where there was an answer at all. */
  triggerRate: Rate;
}

export interface StandingFacts {
  brand: TrackedBrand;
  mentioned: number;
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  citationRate: Metric;
  sentiment: SentimentMetric;
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
