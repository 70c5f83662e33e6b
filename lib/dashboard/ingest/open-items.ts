import type { Engine } from '#lib/contract/engines';
import { readScoringVersions, type ScoringVersion } from '#lib/dashboard/scoring/scoring-version';
import type { Database } from '#lib/db/client';

/** A cell that is still open, with what its answer is stored under. */
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
  cellId: string;
}

/**
 * Locks those of the cells that are still open, so that each is ended once; before that it shares the lock of their
 * projects, so that brands stay as they are until the answers are scored (see `lockProject`).
 */
export async function lockOpenItems(client: Database, names: readonly ItemKey[]): Promise<OpenItem[]> {
  const organizations = names.map((name) => name.organizationId);
  const runs = names.map((name) => name.runId);
  await client.$client.query({
    name: 'share-project-locks',
    text: `
      SELECT 1 FROM projects WHERE (organization_id, id) IN (
        SELECT runs.organization_id, runs.project_id
        FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, run_id)
        JOIN runs ON runs.organization_id = given.organization_id AND runs.id = given.run_id
      ) ORDER BY organization_id, id FOR SHARE`,
    values: [organizations, runs],
  });
  const { rows } = await client.$client.query<OpenItem>({
    name: 'lock-open-cells',
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
    values: [organizations, runs, names.map((name) => name.cellId)],
  });
  return rows;
}

/** What answers of the cells' projects are scored by, by project id. */
export async function readItemScoringVersions(
  client: Database,
  cells: readonly OpenItem[],
): Promise<Map<string, ScoringVersion[]>> {
  const definitions = new Map<string, ScoringVersion[]>();
  for (const [organizationId, own] of Map.groupBy(cells, (cell) => cell.organizationId)) {
    const projectIds = [...new Set(own.map((cell) => cell.projectId))];
    for (const entry of await readScoringVersions(client, organizationId, projectIds))
      definitions.set(...entry);
  }
  return definitions;
}
