/** A rate at one place of the axis, between 0 and 1, with its interval and the answers it rests on. */
export interface RatePoint {
  value: number;
  low: number;
  high: number;
  answers: number;
}

/** One brand over the places of the axis; null where nothing was asked, which stays a gap. */
export interface BrandSeries {
  id: string;
  label: string;
  /** 0 for the own brand, 1 to 8 for competitors. */
  hue: number;
  points: readonly (RatePoint | null)[];
}

/** The colour of a brand, the same on every chart. */
export function brandColour(hue: number): string {
  return `var(--brand-${hue})`;
}

/** The opacity of a mark: all stand equal until one is raised, then the others fade. */
export function markOpacity(id: string, raised: string | null): number {
  return raised === null || raised === id ? 1 : 0.22;
}
