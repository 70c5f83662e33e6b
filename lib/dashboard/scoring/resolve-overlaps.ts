import type { Stretch } from '#lib/dashboard/scoring/sentences';

/** A place where a name of a brand stands. */
export interface Candidate extends Stretch {
  brandId: string;
}

/**
 * Where two overlap the longer wins, then the earlier; brands that share a name all keep the very same place.
 * @param length of the text
 * @returns what stays, by place
 */
export function resolveOverlaps(candidates: readonly Candidate[], length: number): Candidate[] {
  const byLength = [...candidates].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const covered = new Uint8Array(length);
  const brandsAt = new Map<string, Set<string>>();
  const kept: Candidate[] = [];
  for (const one of byLength) {
    const place = `${one.start}:${one.end}`;
    const sharing = brandsAt.get(place);
    if (sharing) {
      if (!sharing.has(one.brandId)) kept.push(one);
      sharing.add(one.brandId);
      continue;
    }
    // What is kept is no shorter, so an overlap always covers one of the two ends.
    if (covered[one.start] || covered[one.end - 1]) continue;
    covered.fill(1, one.start, one.end);
    brandsAt.set(place, new Set([one.brandId]));
    kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}
