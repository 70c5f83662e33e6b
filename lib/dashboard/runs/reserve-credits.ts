import { getBudgetRoom, readProjectBudgets } from '#lib/dashboard/runs/budgets';
import { getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import type { PendingItem } from '#lib/dashboard/runs/run-store';
import { type Context, type Database, transaction } from '#lib/db/client';
import type { PauseReason } from '#lib/db/schema/runs';

interface ReservingRun {
  id: string;
  projectId: string;
  scheduleId: string | null;
  addOns: boolean;
}

export interface Reservation {
  /** The items that may be sent. */
  items: PendingItem[];
  /** The budget that the other items would exceed; null if there are none. */
  blockedBy: PauseReason | null;
}

/**
 * Reserves credits for pending items in the budgets of their project before they are sent. The lock of the project's
 * budgets makes parallel runs take turns, so that together they never exceed them. Items that were reserved before, by a
 * process that died, are not counted twice.
 */
export async function reserveCredits(
  { db, organizationId, clock }: Context,
  run: ReservingRun,
  items: readonly PendingItem[],
): Promise<Reservation> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.$client.query(
      `SELECT FROM project_budgets WHERE organization_id = $1 AND project_id = $2
         AND (project_credits IS NOT NULL OR schedule_credits IS NOT NULL) FOR UPDATE`,
      [organizationId, run.projectId],
    );
    // Without a budget, `recordSent` stores the credits.
    if (!rowCount) return { items: [...items], blockedBy: null };
    const scope = { organizationId, projectId: run.projectId, now: clock.now() };
    const { room, reason } = getBudgetRoom(await readProjectBudgets(tx, scope), run.scheduleId !== null);
    const reserved = await listReserved(tx, organizationId, run.id, items);
    const accepted: PendingItem[] = [];
    const added: { id: string; credits: number }[] = [];
    let left = room;
    let blockedBy: PauseReason | null = null;
    for (const item of items) {
      if (!reserved.has(item.id)) {
        const credits = getCreditsPerAnswer(item.engine, run.addOns);
        if (credits > left) {
          blockedBy = reason;
          continue;
        }
        left -= credits;
        added.push({ id: item.id, credits });
      }
      accepted.push(item);
    }
    await storeReserved(tx, organizationId, run.id, added);
    return { items: accepted, blockedBy };
  });
}

/** Locks the items in the order in which ingestion locks them, and returns those with reserved credits. */
async function listReserved(
  tx: Database,
  organizationId: string,
  runId: string,
  items: readonly PendingItem[],
): Promise<Set<string>> {
  const { rows } = await tx.$client.query<{ id: string; credits: number | null }>(
    `SELECT id, credits FROM run_items WHERE organization_id = $1 AND run_id = $2 AND id = ANY ($3::uuid[])
     ORDER BY id FOR UPDATE`,
    [organizationId, runId, items.map(({ id }) => id)],
  );
  return new Set(rows.filter(({ credits }) => credits !== null).map(({ id }) => id));
}

async function storeReserved(
  tx: Database,
  organizationId: string,
  runId: string,
  added: readonly { id: string; credits: number }[],
): Promise<void> {
  if (added.length === 0) return;
  await tx.$client.query(
    `UPDATE run_items items SET credits = given.credits
     FROM unnest($3::uuid[], $4::int[]) AS given (id, credits)
     WHERE items.organization_id = $1 AND items.run_id = $2 AND items.id = given.id AND items.status = 'pending'`,
    [organizationId, runId, added.map(({ id }) => id), added.map(({ credits }) => credits)],
  );
}
