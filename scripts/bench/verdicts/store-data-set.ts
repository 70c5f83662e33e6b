import { randomUUID } from 'node:crypto';
import { systemClock } from '#lib/core/time';
import { Rollup, writeRollup } from '#lib/dashboard/ingest/rollup';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { brands, projects, prompts } from '#lib/db/schema/projects';
import { type DataSet, listDayCounts, toDate } from '#scripts/bench/verdicts/data-set';

/** A data set as a project. */
export interface StoredDataSet {
  context: Context;
  projectId: string;
  /** In the order of the data set. */
  brandIds: readonly string[];
  /** The IDs of prompts by their names in the data set, in the order of their first segments. */
  promptIds: ReadonlyMap<string, string>;
}

/** Stores a data set as a project of a new organization, with the rollups that ingestion would have written. */
export async function storeDataSet(db: Database, data: DataSet): Promise<StoredDataSet> {
  const organizationId = randomUUID();
  const projectId = randomUUID();
  const context: Context = {
    db,
    clock: systemClock,
    organizationId,
    actor: { kind: 'member', userId: randomUUID(), role: 'viewer' },
  };
  const brandIds = data.brands.map(() => randomUUID());
  const promptIds = new Map(
    [...new Set(data.segments.map(([prompt]) => prompt))].map((name) => [name, randomUUID()]),
  );
  await withOrganization(context, async (tx) => {
    await tx.db.insert(projects).values({ organizationId, id: projectId, name: 'Data set' });
    await tx.db.insert(brands).values(
      brandIds.map((id, index) => ({
        organizationId,
        projectId,
        id,
        name: `Brand ${index}`,
        role: index === 0 ? ('own' as const) : ('competitor' as const),
        colorIndex: index,
      })),
    );
    await tx.db
      .insert(prompts)
      .values([...promptIds].map(([name, id]) => ({ organizationId, projectId, id, text: name })));
    const rollup = new Rollup();
    for (const { segment, day, answers, mentions } of listDayCounts(data)) {
      const [prompt = '', engine = '', country = ''] = data.segments[segment] ?? [];
      const key = {
        organization_id: organizationId,
        project_id: projectId,
        scoring_version: 1,
        day: toDate(data, day),
        prompt_id: promptIds.get(prompt) ?? '',
        engine,
        country,
      };
      for (let answer = 0; answer < answers; answer += 1) {
        rollup.add({
          key,
          status: 'answered',
          isBrandedPrompt: false,
          provider: null,
          model: null,
          sources: [],
          searchQueries: [],
          hasReportedQueries: true,
          hasReportedCitations: true,
          hasStructure: true,
          scores: brandIds.flatMap((brandId, index) =>
            answer < (mentions[index] ?? 0)
              ? [
                  {
                    brandId,
                    role: index === 0 ? ('own' as const) : ('competitor' as const),
                    mention: { brandId, rank: 1, trackedRank: 1, count: 1, spans: [] },
                    citations: 0,
                  },
                ]
              : [],
          ),
        });
      }
    }
    await writeRollup(tx.db, rollup, systemClock.now());
  });
  return { context, projectId, brandIds, promptIds };
}
