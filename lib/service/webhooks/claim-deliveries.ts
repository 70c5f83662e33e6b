import type { Database } from '#lib/db/client';

/** A delivery in the hands of this worker, until its lease ends or another claim raises `claim`. */
export interface ClaimedDelivery {
  organizationId: string;
  id: string;
  taskId: string;
  url: string;
  body: string;
  /** Attempts recorded so far. */
  attempts: number;
  /** Fences late writers. */
  claim: number;
  /** The organization's signing secret, sealed; null while signing is off. */
  signingSecret: string | null;
}

const statement = `
  WITH due AS (
    SELECT d.organization_id, d.id, d.due_at, coalesce(full_rooms.room, $2) AS room,
      row_number() OVER (PARTITION BY d.organization_id ORDER BY d.due_at) AS turn
    FROM (
      SELECT organization_id, id, due_at FROM deliveries
      WHERE status = 'pending' AND due_at <= now() AND organization_id <> ALL ($5::uuid[])
      ORDER BY due_at
      LIMIT 2 * $1
    ) AS d
    LEFT JOIN unnest($3::uuid[], $4::int[]) AS full_rooms (organization_id, room) USING (organization_id)
  ), chosen AS (
    SELECT d.organization_id, d.id
    FROM deliveries d JOIN due ON due.organization_id = d.organization_id AND due.id = d.id
    WHERE due.turn <= due.room AND d.status = 'pending' AND d.due_at <= now()
    ORDER BY due.turn, due.due_at
    LIMIT $1
    FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE deliveries d SET claim_number = d.claim_number + 1, due_at = now() + make_interval(secs => $6)
  FROM chosen JOIN organizations o ON o.id = chosen.organization_id
  WHERE d.organization_id = chosen.organization_id AND d.id = chosen.id
  RETURNING d.organization_id AS "organizationId", d.id, d.task_id AS "taskId", d.url, d.body, d.attempts, d.claim_number AS claim,
    o.signing_secret_encrypted AS "signingSecret"`;

export interface ClaimDeliveries {
  free: number;
  leaseSeconds: number;
  /** Deliveries of one organization this worker may have under way, where nothing else is said. */
  room: number;
  /** Places left of organizations that have some under way or are slow; those without any are left out. */
  rooms: ReadonlyMap<string, number>;
}

/** Claims up to `free` due deliveries, dealing places round the organizations. One round trip. */
export async function claimDeliveries(
  db: Database,
  { free, leaseSeconds, room, rooms }: ClaimDeliveries,
): Promise<ClaimedDelivery[]> {
  const left = [...rooms].filter(([, places]) => places > 0);
  const full = [...rooms].filter(([, places]) => places <= 0);
  const { rows } = await db.$client.query<ClaimedDelivery>({
    text: statement,
    values: [
      free,
      room,
      left.map(([organizationId]) => organizationId),
      left.map(([, places]) => places),
      full.map(([organizationId]) => organizationId),
      leaseSeconds,
    ],
  });
  return rows;
}
