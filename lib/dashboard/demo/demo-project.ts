import { and, eq } from 'drizzle-orm';
import { demoSeed } from '#lib/dashboard/demo/seed';
import type { Database } from '#lib/db/client';
import { projects } from '#lib/db/schema/projects';

/** Days of history the demo starts with. */
export const backfillDays = 56;
/** Hour of the demo's daily runs, past and scheduled. */
export const demoRunHourUtc = 6;

const dayMs = 86_400_000;

export interface DemoProject {
  id: string;
  createdAt: Date;
}

/** Finds the demo's project in an organization by its name. */
export async function findDemoProject(
  db: Database,
  organizationId: string,
): Promise<DemoProject | undefined> {
  const [project] = await db
    .select({ id: projects.id, createdAt: projects.createdAt })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.name, demoSeed.project.name)))
    .orderBy(projects.createdAt)
    .limit(1);
  return project;
}

/** Returns the dates of the demo's backfill runs, newest first: one a day, all before the project was created. */
export function listBackfillDates(createdAt: Date): Date[] {
  const sameDay = new Date(createdAt);
  sameDay.setUTCHours(demoRunHourUtc, 0, 0, 0);
  const newest = sameDay <= createdAt ? sameDay.getTime() : sameDay.getTime() - dayMs;
  return Array.from({ length: backfillDays }, (_, day) => new Date(newest - day * dayMs));
}
