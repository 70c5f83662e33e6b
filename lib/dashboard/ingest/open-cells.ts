import type { PoolClient } from 'pg';
import type { Engine } from '#lib/contract/engines';
import type { Brand } from '#lib/dashboard/projects/brand';
import { readBrands } from '#lib/dashboard/projects/brand';

/** A cell that is still open, with what its answer is stored under. */
export interface OpenCell {
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
  runAskedAt: Date;
}

export interface CellName {
  organizationId: string;
  runId: string;
  cellId: string;
}

/**
 * Locks those of the cells that are still open, so that each is ended once; before that it shares the lock of their
 * projects, so that brands stay as they are until the answers are scored (see `lockProject`).
 */
export async function lockOpenCells(client: PoolClient, names: readonly CellName[]): Promise<OpenCell[]> {
  const organizations = names.map((name) => name.organizationId);
  const runs = names.map((name) => name.runId);
  await client.query({
    name: 'share-project-locks',
    text: `
      SELECT 1 FROM projects WHERE (organization_id, id) IN (
        SELECT runs.organization_id, runs.project_id
        FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, run_id)
        JOIN runs ON runs.organization_id = given.organization_id AND runs.id = given.run_id
      ) ORDER BY organization_id, id FOR SHARE`,
    values: [organizations, runs],
  });
  const { rows } = await client.query<OpenCell>({
    name: 'lock-open-cells',
    text: `
      SELECT cells.organization_id AS "organizationId", cells.run_id AS "runId", cells.id,
        runs.project_id AS "projectId", cells.prompt_id AS "promptId", prompts.text AS "promptText",
        cells.engine, cells.country, cells.sample, runs.kind, runs.asked_at AS "runAskedAt"
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS given (organization_id, run_id, id)
      JOIN cells ON cells.organization_id = given.organization_id AND cells.run_id = given.run_id
        AND cells.id = given.id
      JOIN runs ON runs.organization_id = cells.organization_id AND runs.id = cells.run_id
      JOIN prompts ON prompts.organization_id = cells.organization_id AND prompts.id = cells.prompt_id
      WHERE cells.status IN ('pending', 'sent')
      ORDER BY cells.organization_id, cells.run_id, cells.id
      FOR UPDATE OF cells`,
    values: [organizations, runs, names.map((name) => name.cellId)],
  });
  return rows;
}

/** The brands of the cells' projects, by project id. */
export async function readBrandsOf(
  client: PoolClient,
  cells: readonly OpenCell[],
): Promise<Map<string, Brand[]>> {
  const projectsOf = new Map<string, Set<string>>();
  for (const { organizationId, projectId } of cells) {
    const known = projectsOf.get(organizationId);
    if (known) known.add(projectId);
    else projectsOf.set(organizationId, new Set([projectId]));
  }
  const brands = new Map<string, Brand[]>();
  for (const [organizationId, projectIds] of projectsOf) {
    for (const [projectId, own] of await readBrands(client, organizationId, [...projectIds])) {
      brands.set(projectId, own);
    }
  }
  return brands;
}
