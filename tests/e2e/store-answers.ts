import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Tenant } from '#tests/security/test-app';
import {
  buildDelivery,
  listRunItems,
  receiveDelivery,
  type TestAnswer,
  type TestRunItem,
} from '#tests/support/dashboard';

interface StoreAnswersOptions {
  /** Time of the run and its answers. */
  at: Date;
  engines: ('gen' | 'office')[];
  countries: string[];
  /** Returns the answer to a run item. */
  getAnswer(item: TestRunItem): TestAnswer;
}

/**
 * Starts a run, stores an answer to each of its items, and ingests the answers. No worker may run, because it would
 * send the items.
 */
export async function storeAnswers(
  { owner, project }: Tenant,
  { at, engines, countries, getAnswer }: StoreAnswersOptions,
): Promise<void> {
  const run = await startRun(owner, {
    projectId: project.id,
    kind: 'manual',
    engines,
    countries,
    samples: 1,
    requestedAt: at,
  });
  for (const item of await listRunItems(owner, run?.runId ?? '')) {
    await receiveDelivery(owner, buildDelivery(item, getAnswer(item), { createdAt: at }));
  }
  await ingestAnswers(owner);
}
