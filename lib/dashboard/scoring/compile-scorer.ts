import type { Brand } from '#lib/dashboard/projects/brand';
import { compileMatcher } from '#lib/dashboard/scoring/matcher';
import type { Scorer } from '#lib/dashboard/scoring/score-answer';

const kept = new Map<string, Scorer>();
const mostKept = 200;

/** A scorer for brands as they are now; compiled once for the same brands. */
export function compileScorer(brands: readonly Brand[]): Scorer {
  const definition = JSON.stringify(brands);
  const known = kept.get(definition);
  if (known) return known;
  const scorer = { brands, matcher: compileMatcher(brands) };
  const oldest = kept.keys().next();
  if (kept.size >= mostKept && !oldest.done) kept.delete(oldest.value);
  kept.set(definition, scorer);
  return scorer;
}
