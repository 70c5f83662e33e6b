import fc from 'fast-check';
import { addDays } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { Rollup, writeRollup } from '#lib/dashboard/ingest/rollup';
import type { PooledDatabase } from '#lib/db/database';
import { buildMetricFilters } from '#tests/support/metric-filters';
import {
  brandDomains,
  brandIds,
  countCitations,
  countries,
  createObservedProject,
  dayCount,
  domains,
  engines,
  firstDay,
  getProvider,
  type Observation,
  periodDays,
  prompts,
} from './observations';

/** Returns filters that compare the second period of five days with the first. */
export function buildFilters(projectId: string, overrides: Partial<MetricFilters> = {}): MetricFilters {
  return buildMetricFilters({
    projectId,
    from: addDays(firstDay, periodDays),
    to: addDays(firstDay, dayCount - 1),
    ...overrides,
  });
}

/** Returns a function that checks whether an observation is answered and in a period. */
export function isAnsweredIn(period: 'current' | 'previous'): (observation: Observation) => boolean {
  return ({ day, status }) =>
    status === 'answered' && (period === 'current' ? day >= periodDays : day < periodDays);
}

/** Up to 120 observations with or without an answer, some of them in the same segment on the same day. */
export const observationsArbitrary: fc.Arbitrary<Observation[]> = fc.array(
  fc.record({
    day: fc.nat(dayCount - 1),
    prompt: fc.nat(prompts.length - 1),
    engine: fc.constantFrom(...engines),
    country: fc.constantFrom(...countries),
    status: fc.constantFrom('answered' as const, 'answered' as const, 'no_answer' as const),
    ranks: fc.tuple(rankArbitrary(), rankArbitrary(), rankArbitrary()),
    sources: fc
      .subarray(domains)
      .chain((listed) =>
        fc.tuple(...listed.map((domain) => fc.record({ domain: fc.constant(domain), citations: fc.nat(3) }))),
      ),
  }),
  { minLength: 1, maxLength: 120 },
);

function rankArbitrary(): fc.Arbitrary<number | null> {
  return fc.option(fc.integer({ min: 1, max: 14 }));
}

/** Creates a project with the rollups of observations, and filters that compare its two periods. */
export async function createProjectWithObservations(
  db: PooledDatabase,
  observations: readonly Observation[],
) {
  const { context, projectId } = await createObservedProject(db);
  const key = { organizationId: context.organizationId, projectId };
  await storeObservationRollups(db, key, observations);
  return { context, projectId, key, filters: buildFilters(projectId) };
}

/** Sums observations as ingestion does, and stores the rollups. */
export async function storeObservationRollups(
  db: PooledDatabase,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  observations: readonly Observation[],
): Promise<void> {
  const rollup = new Rollup();
  for (const observation of observations) {
    const prompt = prompts[observation.prompt];
    rollup.add({
      key: {
        organization_id: organizationId,
        project_id: projectId,
        scoring_version: 1,
        day: addDays(firstDay, observation.day),
        prompt_id: prompt?.id ?? '',
        engine: observation.engine,
        country: observation.country,
      },
      status: observation.status,
      isBrandedPrompt: prompt?.isBranded ?? false,
      provider: getProvider(observation),
      model: observation.model ?? null,
      sources: observation.sources,
      searchQueries: observation.searchQueries ?? [],
      hasReportedQueries: observation.hasReportedQueries ?? true,
      hasReportedCitations: observation.hasReportedCitations ?? true,
      hasStructure: observation.hasStructure ?? true,
      scores: brandIds.flatMap((brandId, index) => {
        const rank = observation.ranks[index] ?? null;
        const citations = countCitations(observation, brandDomains[index] ?? []);
        if (rank === null && citations === 0) return [];
        return {
          brandId,
          role: index === 0 ? ('own' as const) : ('competitor' as const),
          mention: rank === null ? undefined : { brandId, rank, trackedRank: rank, count: 1, spans: [] },
          citations,
        };
      }),
    });
  }
  await writeRollup(db, rollup, new Date());
}
