import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { addToInbox } from '#lib/dashboard/ingest/webhook-inbox';
import { startRun } from '#lib/dashboard/runs/start-run';
import type { Tenant } from '#tests/security/test-app';
import { cellsOf, deliveryFor, type GenAnswer, type TestCell } from '#tests/support/dashboard';

interface Told {
  /** When they were asked and answered. */
  at: Date;
  engines: ('gen' | 'office')[];
  countries: string[];
  /** What the engine answers to a cell. */
  says(cell: TestCell): GenAnswer;
}

/** Asks every prompt once, answers every cell, and counts the answers. A worker must not run, which would send the cells. */
export async function storeAnswers(
  { owner, project }: Tenant,
  { at, engines, countries, says }: Told,
): Promise<void> {
  const run = await startRun(owner, {
    projectId: project.id,
    kind: 'manual',
    engines,
    countries,
    samples: 1,
    requestedAt: at,
  });
  for (const cell of await cellsOf(owner, run?.runId ?? '')) {
    const record = deliveryFor(cell, says(cell), { createdAt: at });
    await addToInbox(owner.db, {
      organizationId: owner.organizationId,
      taskId: record.task.id,
      record: JSON.stringify(record),
      source: 'webhook',
      now: owner.clock.now(),
    });
  }
  await ingestAnswers(owner);
}
