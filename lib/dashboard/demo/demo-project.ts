import { demoSeed } from '#lib/dashboard/demo/seed';
import type { Database } from '#lib/db/client';

/** Days of history the demo is filled with. */
export const backfillDays = 56;
/** The hour, in UTC, at which the demo asks: its history and its schedule alike. */
export const demoRunHourUtc = 6;

const dayMs = 86_400_000;

export interface DemoProject {
  id: string;
  createdAt: Date;
}

/** The demo's project in an organization, told by its name, which calls it fictional. */
export async function findDemoProject(
  db: Database,
  organizationId: string,
): Promise<DemoProject | undefined> {
  const { rows } = await db.$client.query<DemoProject>(
    `SELECT id, created_at AS "createdAt" FROM projects WHERE organization_id = $1 AND name = $2
     ORDER BY created_at LIMIT 1`,
    [organizationId, demoSeed.project.name],
  );
  return rows[0];
}

/**
 * The instants the demo's history is asked at, newest first: the same hour of as many days, the last one before the
 * project was made.
 */
export function listBackfillDates(createdAt: Date): Date[] {
  const sameDay = new Date(createdAt);
  sameDay.setUTCHours(demoRunHourUtc, 0, 0, 0);
  const newest = sameDay <= createdAt ? sameDay.getTime() : sameDay.getTime() - dayMs;
  return Array.from({ length: backfillDays }, (_, day) => new Date(newest - day * dayMs));
}
