import type { Engine } from '#lib/contract/engines';
import { readScoringVersions, type ScoringVersion } from '#lib/dashboard/scoring/scoring-version';
import type { Database } from '#lib/db/client';

/** An open run item, with the values that its answer is stored with. */
export interface OpenItem {
  organizationId: string;
  runId: string;
  id: string;
  projectId: string;
  promptId: string;
  promptText: string;
  engine: Engine;
  country: string;
  sample: number;
  kind: 'manual' | 'scheduled' | 'history';
  runRequestedAt: Date;
}

export interface ItemKey {
  organizationId: string;
  runId: string;
  itemId: string;
}

/**
 * Locks and returns those of the items that are still open, so that each is ended once. Before that it locks their
 * projects in share mode, so that brands cannot change until the answers are scored (see `lockProject`).
 */
export async function lockOpenItems(tx: Database, keys: readonly ItemKey[]): Promise<OpenItem[]> {
  const organizations = keys.map((key) => key.organizationId);
  const runs = keys.map((key) => key.runId);
  await tx.$client.query({
    name: 'share-project-locks',
    text: `
      SELECT 1 FROM projects WHERE (organization_id, id) IN (
        SELECT runs.organization_id, runs.project_id
        FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, run_id)
        JOIN runs ON runs.organization_id = given.organization_id AND runs.id = given.run_id
      ) ORDER BY organization_id, id FOR SHARE`,
    values: [organizations, runs],
  });
  const { rows } = await tx.$client.query<OpenItem>({
    name: 'lock-open-items',
    text: `
      SELECT run_items.organization_id AS "organizationId", run_items.run_id AS "runId", run_items.id,
        runs.project_id AS "projectId", run_items.prompt_id AS "promptId", prompts.text AS "promptText",
        run_items.engine, run_items.country, run_items.sample, runs.kind, runs.requested_at AS "runRequestedAt"
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS given (organization_id, run_id, id)
      JOIN run_items ON run_items.organization_id = given.organization_id AND run_items.run_id = given.run_id
        AND run_items.id = given.id
      JOIN runs ON runs.organization_id = run_items.organization_id AND runs.id = run_items.run_id
      JOIN prompts ON prompts.organization_id = run_items.organization_id AND prompts.id = run_items.prompt_id
      WHERE run_items.status IN ('pending', 'sent')
      ORDER BY run_items.organization_id, run_items.run_id, run_items.id
      FOR UPDATE OF run_items`,
    values: [organizations, runs, keys.map((key) => key.itemId)],
  });
  return rows;
}

/** Returns the scoring versions of the items' projects, by project ID. */
export async function readItemScoringVersions(
  tx: Database,
  items: readonly OpenItem[],
): Promise<Map<string, ScoringVersion[]>> {
  const versions = new Map<string, ScoringVersion[]>();
  for (const [organizationId, own] of Map.groupBy(items, (item) => item.organizationId)) {
    const projectIds = [...new Set(own.map((item) => item.projectId))];
    for (const entry of await readScoringVersions(tx, organizationId, projectIds)) versions.set(...entry);
  }
  return versions;
}
