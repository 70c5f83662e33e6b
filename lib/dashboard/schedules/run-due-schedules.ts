import { z } from 'zod';
import type { Clock } from '#lib/core/clock';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { startRun } from '#lib/dashboard/runs/start-run';
import { nextRunAt } from '#lib/dashboard/schedules/next-run-at';
import type { Schedule } from '#lib/dashboard/schedules/schedule';
import { scheduleColumns } from '#lib/dashboard/schedules/schedule-store';
import { type Database, transaction } from '#lib/db/client';
import { defineJob } from '#lib/queue/jobs';

type DueSchedule = Schedule & { organizationId: string; nextRunAt: Date };

/**
 * Starts one run for each schedule whose slot has come, asked at that slot, and sets the next one: slots that were
 * missed while nothing ran are not made up for. One transaction a schedule: of two that tick at once, the other
 * finds it taken. @returns runs started
 */
export async function runDueSchedules({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  let started = 0;
  for (;;) {
    const outcome = await transaction(db, async (client) => {
      const { rows } = await client.$client.query<DueSchedule>(
        `SELECT organization_id AS "organizationId", ${scheduleColumns} FROM schedules
         WHERE enabled AND next_run_at <= $1 ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [clock.now()],
      );
      const due = rows[0];
      return due ? runSlot(client, due, clock) : undefined;
    });
    if (outcome === undefined) return started;
    if (outcome) started += 1;
  }
}

async function runSlot(client: Database, due: DueSchedule, clock: Clock): Promise<boolean> {
  const { organizationId } = due;
  await client.$client.query('UPDATE schedules SET next_run_at = $3 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    due.id,
    nextRunAt(due, clock.now()),
  ]);
  await client.$client.query('SAVEPOINT slot');
  try {
    const { projectId, engines, countries, samples, addOns } = due;
    const run = await startRun(
      { db: client, clock, organizationId, actor: { kind: 'operator' } },
      {
        projectId,
        kind: 'scheduled',
        engines,
        countries,
        samples,
        addOns,
        requestedAt: due.nextRunAt,
        scheduleId: due.id,
      },
    );
    return run !== undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') throw error;
    // Nothing to ask (all prompts archived, say): the schedule goes on with its next slot.
    await client.$client.query('ROLLBACK TO SAVEPOINT slot');
    log.info(
      { organizationId, schedule: due.id, reason: describeError(error) },
      'a scheduled run was passed over',
    );
    return false;
  }
}

/** Starts the runs of schedules whose slot has come; every minute. */
export const runDueSchedulesJob = defineJob({
  name: 'due-schedules',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
});
