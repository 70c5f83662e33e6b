import { and, isNotNull, or } from 'drizzle-orm';
import type { Engine } from '#lib/contract/engines';
import type { Clock } from '#lib/core/time';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { type Budgets, getRemainingBudget, readProjectBudgets } from '#lib/dashboard/runs/budgets';
import { resumableHours } from '#lib/dashboard/runs/list-runs';
import { getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import { completeRuns, type PendingItem, type RunKey, sendRunJob } from '#lib/dashboard/runs/run-store';
import { type Context, createOperatorContext } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { type PauseReason, projectBudgets, runs } from '#lib/db/schema/runs';
import { rowOf, statement } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';
import { enqueue } from '#lib/queue/jobs';

/** Maximum number of paused runs that one call examines. */
const maxRuns = 1_000;

/** Pauses a run with pending items. Credits that are reserved for them in the budgets stay reserved. */
export async function pauseRun(
  { db, organizationId }: Context,
  runId: string,
  pauseReason: PauseReason,
): Promise<void> {
  await db
    .update(runs)
    .set({ status: 'paused', pauseReason })
    .where(hasValues(runs, { organizationId, id: runId, status: 'sending' }));
}

interface PausedRun extends RunKey {
  projectId: string;
  pauseReason: PauseReason;
  isScheduled: boolean;
  addOns: boolean;
  /** Engines of the pending items. */
  engines: Engine[];
  /** Whether some pending items already have reserved credits, for example after a temporary error of the service. */
  hasReserved: boolean;
  isExpired: boolean;
}

/**
 * Resumes paused runs that can send again, and ends those that can no longer resume: `resumableHours` after they were
 * due, or once a later run of their schedule has started. Their remaining items end as not sent.
 */
export async function resumePausedRuns({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  const paused = await listPausedRuns(db, now);
  for (const run of paused.filter(({ isExpired }) => isExpired)) await endPausedRun(db, run, now);
  const balances = new Map<string, number>();
  const budgets = new Map<string, Budgets>();
  for (const run of paused.filter(({ isExpired }) => !isExpired)) {
    const { organizationId } = run;
    const price = Math.min(...run.engines.map((engine) => getCreditsPerAnswer(engine, run.addOns)));
    const scope = { organizationId, projectId: run.projectId, now };
    const budget = budgets.get(run.projectId) ?? (await readProjectBudgets(db, scope));
    budgets.set(run.projectId, budget);
    const { remaining } = getRemainingBudget(budget, run.isScheduled);
    // Items that are already reserved need no more of the budget.
    if (run.pauseReason !== 'credits' && !run.hasReserved && remaining < price) continue;
    const context = createOperatorContext({ db, clock }, organizationId);
    const balance = balances.get(organizationId) ?? (await readBalance(context));
    balances.set(organizationId, balance);
    if (balance >= price) await resumeRun(db, run);
  }
}

/** Returns the available credits; 0 if they are unknown. */
async function readBalance(context: Context): Promise<number> {
  const balance = await getCreditBalance(context);
  return typeof balance === 'number' ? balance : 0;
}

const selectPaused = statement({
  name: 'list-paused-runs',
  parameters: { now: 'timestamptz', resumableHours: 'int4', limit: 'int4' },
  row: rowOf<Omit<PausedRun, 'engines' | 'hasReserved'>>({
    organizationId: 'uuid',
    runId: 'uuid',
    projectId: 'uuid',
    pauseReason: 'text',
    isScheduled: 'bool',
    addOns: 'bool',
    isExpired: 'bool',
  }),
  isPrepared: false,
  text: `
    WITH paused AS (
      SELECT runs.*, runs.requested_at <= :now - make_interval(hours => :resumableHours) OR EXISTS (
        SELECT FROM runs later
        WHERE later.organization_id = runs.organization_id AND later.schedule_id = runs.schedule_id
          AND later.requested_at > runs.requested_at
      ) AS is_expired
      FROM runs WHERE runs.status = 'paused'
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY organization_id, is_expired ORDER BY requested_at, id) AS rank
      FROM paused ORDER BY rank, requested_at LIMIT :limit
    )
    SELECT organization_id AS "organizationId", id AS "runId", project_id AS "projectId",
      pause_reason AS "pauseReason", schedule_id IS NOT NULL AS "isScheduled", add_ons AS "addOns",
      is_expired AS "isExpired"
    FROM ranked ORDER BY rank, requested_at`,
});

/** Lists paused runs, expired or not, oldest first. Organizations take turns, so that none keeps others waiting. */
async function listPausedRuns(db: Database, now: Date): Promise<PausedRun[]> {
  const rows = await selectPaused(db, { now, resumableHours, limit: maxRuns });
  const pending = new Map((await readPending(db, { paused: rows })).map((row) => [row.runId, row]));
  return rows.map((run) => ({ ...run, ...(pending.get(run.runId) ?? { engines: [], hasReserved: false }) }));
}

/** Reads, by run, the engines of the pending items and whether credits are reserved for some of them. */
const readPending = statement({
  name: 'read-pending-of-paused-runs',
  parameters: { paused: [{ organizationId: 'uuid', runId: 'uuid' }] },
  row: rowOf<{ runId: string } & Pick<PausedRun, 'engines' | 'hasReserved'>>({
    runId: 'uuid',
    engines: 'text[]',
    hasReserved: 'bool',
  }),
  isPrepared: false,
  text: `
    SELECT items.run_id AS "runId", array_agg(DISTINCT items.engine) AS engines,
      count(items.credits) > 0 AS "hasReserved"
    FROM :paused
    JOIN run_items items ON items.organization_id = paused.organization_id AND items.run_id = paused.run_id
    WHERE items.status = 'pending' GROUP BY items.organization_id, items.run_id`,
});

async function resumeRun(db: Database, { organizationId, runId }: RunKey): Promise<void> {
  await db
    .update(runs)
    .set({ status: 'sending' })
    .where(hasValues(runs, { organizationId, id: runId, status: 'paused' }));
  await enqueue(db, sendRunJob, { organizationId, runId }, { key: runId });
}

/** The error codes of items that were not sent. */
const errorCodes: Record<PauseReason, string> = {
  credits: 'INSUFFICIENT_CREDITS',
  project_budget: 'PROJECT_BUDGET_REACHED',
  schedule_budget: 'SCHEDULE_BUDGET_REACHED',
};

const endRun = statement({
  name: 'end-paused-run',
  parameters: { organizationId: 'uuid', runId: 'uuid', errorCode: 'text', now: 'timestamptz' },
  isPrepared: false,
  text: `
    WITH ended AS (
      UPDATE runs SET status = 'waiting' WHERE organization_id = :organizationId AND id = :runId AND status = 'paused'
      RETURNING id
    ), locked AS (
      SELECT items.id FROM run_items items, ended
      WHERE items.organization_id = :organizationId AND items.run_id = :runId AND items.status = 'pending'
      ORDER BY items.id FOR UPDATE OF items
    )
    UPDATE run_items SET status = 'not_sent', error_code = :errorCode, credits = NULL, updated_at = :now FROM locked
    WHERE organization_id = :organizationId AND run_id = :runId AND run_items.id = locked.id`,
});

async function endPausedRun(
  db: Database,
  { organizationId, runId, pauseReason }: PausedRun,
  now: Date,
): Promise<void> {
  await endRun(db, { organizationId, runId, errorCode: errorCodes[pauseReason], now });
  await completeRuns(db, [{ organizationId, runId }], now);
}

interface ReservingRun {
  id: string;
  projectId: string;
  scheduleId: string | null;
  addOns: boolean;
}

export interface Reservation {
  /** The items that may be sent. */
  items: PendingItem[];
  /** The budget that the other items would exceed; null if all items may be sent. */
  blockedBy: PauseReason | null;
}

/**
 * Reserves credits for pending items in the budgets of their project before they are sent. The lock of the project's
 * budgets makes parallel runs take turns, so that together they never exceed the budgets. Items for which a process that
 * died has already reserved credits are not counted twice.
 */
export async function reserveCredits(
  { db, organizationId, clock }: Context,
  run: ReservingRun,
  items: readonly PendingItem[],
): Promise<Reservation> {
  return transaction(db, async (tx) => {
    const { projectCredits, scheduleCredits } = projectBudgets;
    const locked = await tx
      .select({ projectCredits })
      .from(projectBudgets)
      .where(
        and(
          hasValues(projectBudgets, { organizationId, projectId: run.projectId }),
          or(isNotNull(projectCredits), isNotNull(scheduleCredits)),
        ),
      )
      .for('update');
    // Without a budget, `recordSent` stores the credits.
    if (locked.length === 0) return { items: [...items], blockedBy: null };
    const scope = { organizationId, projectId: run.projectId, now: clock.now() };
    const { remaining, reason } = getRemainingBudget(
      await readProjectBudgets(tx, scope),
      run.scheduleId !== null,
    );
    const reserved = await listReserved(tx, organizationId, run.id, items);
    const accepted: PendingItem[] = [];
    const added: { id: string; credits: number }[] = [];
    let left = remaining;
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
    if (added.length > 0) await storeReserved(tx, { organizationId, runId: run.id, given: added });
    return { items: accepted, blockedBy };
  });
}

const lockItems = statement({
  name: 'lock-run-items',
  parameters: { organizationId: 'uuid', runId: 'uuid', ids: 'uuid[]' },
  row: { id: 'uuid', credits: 'int4?' },
  isPrepared: false,
  text: `
    SELECT id, credits FROM run_items WHERE organization_id = :organizationId AND run_id = :runId AND id = ANY (:ids)
    ORDER BY id FOR UPDATE`,
});

/** Locks the items in the order in which ingestion locks them, and returns those with reserved credits. */
async function listReserved(
  tx: Database,
  organizationId: string,
  runId: string,
  items: readonly PendingItem[],
): Promise<Set<string>> {
  const rows = await lockItems(tx, { organizationId, runId, ids: items.map(({ id }) => id) });
  return new Set(rows.filter(({ credits }) => credits !== null).map(({ id }) => id));
}

const storeReserved = statement({
  name: 'store-reserved-credits',
  parameters: { organizationId: 'uuid', runId: 'uuid', given: [{ id: 'uuid', credits: 'int4' }] },
  isPrepared: false,
  text: `
    UPDATE run_items items SET credits = given.credits
    FROM :given
    WHERE items.organization_id = :organizationId AND items.run_id = :runId AND items.id = given.id
      AND items.status = 'pending'`,
});
