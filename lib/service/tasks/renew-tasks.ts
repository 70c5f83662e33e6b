import type { Database } from '#lib/db/client';
import type { ClaimedTask } from '#lib/service/tasks/claim-tasks';

const statement = `
  UPDATE tasks t SET leased_until = now() + make_interval(secs => $4)
  FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS ours (organization_id, id, attempt)
  WHERE t.organization_id = ours.organization_id AND t.id = ours.id AND t.attempt = ours.attempt
    AND t.status = 'PROCESSING'
  RETURNING t.id`;

/** Extends the leases of claimed tasks. One round trip. @returns those that are no longer this worker's */
export async function renewTasks(
  db: Database,
  tasks: readonly ClaimedTask[],
  leaseSeconds: number,
): Promise<ClaimedTask[]> {
  const { rows } = await db.$client.query<{ id: string }>({
    text: statement,
    values: [
      tasks.map(({ organizationId }) => organizationId),
      tasks.map(({ id }) => id),
      tasks.map(({ attempt }) => attempt),
      leaseSeconds,
    ],
  });
  const kept = new Set(rows.map(({ id }) => id));
  return tasks.filter(({ id }) => !kept.has(id));
}
