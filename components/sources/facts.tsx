import type { Figure, TrackedBrand } from '#lib/core/figure';
import type { Rate } from '#lib/core/rate';

/** A domain as the pages of sources show it. */
export interface DomainFacts {
  domain: string;
  type: string;
  brandId: string | null;
  fictional: boolean;
  citations: number;
  citationShare: Rate;
  listed: Rate;
  cited: Rate;
  conversion: Rate;
  /** Null when another brand than the project's own is looked at. */
  named: Rate | null;
  gap: Rate | null;
}

export interface ListedFacts extends DomainFacts {
  citationShare: Figure;
  trend: readonly (Rate | null)[];
}

/** Everything a domain's page shows. */
export interface DomainDetailFacts {
  source: DomainFacts;
  figures: { citationShare: Figure; citationRate: Figure; trend: readonly (Rate | null)[] };
  listed: Figure;
  conversion: Figure;
  /** Null when another brand than the project's own is looked at. */
  gap: Figure | null;
  /** Cited without the own brand being mentioned; null where the domain is not its own. */
  ghosts: Figure | null;
  days: readonly string[];
  byEngine: readonly { engine: string; cited: Rate }[];
  prompts: readonly { promptId: string; prompt: string; cited: Rate }[];
  promptsInAll: number;
  pages: {
    pages: readonly { url: string; label: string; listed: number; cited: number; citations: number }[];
    total: number;
    listings: number;
    cut: boolean;
  };
}

/** Where the pages of sources are and how they are filtered. */
export interface SourcesPlace {
  projectId: string;
  /** The filters of the page as they stand in its address; empty for none. */
  query: string;
  brands: readonly TrackedBrand[];
  /** The brand looked at. */
  own: TrackedBrand;
}

/** The address of a domain's page, under the same filters. */
export function domainAddress({ projectId, query }: SourcesPlace, domain: string): string {
  return `/projects/${projectId}/sources/${encodeURIComponent(domain)}${query ? `?${query}` : ''}`;
}
