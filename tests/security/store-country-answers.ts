import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { addToInbox } from '#lib/dashboard/ingest/webhook-inbox';
import { startRun } from '#lib/dashboard/runs/run-store';
import { buildDelivery, listRunItems } from '#tests/support/dashboard';
import type { Tenant } from './test-app';

/** Stores an answer for each country. @returns their IDs by name and country, such as `tenant US` */
export async function storeCountryAnswers(
  { owner, project }: Tenant,
  name: string,
): Promise<Record<string, string>> {
  const run = await startRun(owner, {
    projectId: project.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US', 'JP'],
    samples: 1,
  });
  const answers: Record<string, string> = {};
  for (const country of ['US', 'JP']) {
    const item = (await listRunItems(owner, run?.runId ?? '')).find((item) => item.country === country);
    if (!item) throw new Error(`The run has no item in ${country}.`);
    const record = buildDelivery(item, { text: `Fjordwing for ${name} in ${country}.` });
    const { db, clock, organizationId } = owner;
    await addToInbox(db, {
      organizationId,
      taskId: record.task.id,
      record: JSON.stringify(record),
      source: 'webhook',
      now: clock.now(),
    });
    answers[`${name} ${country}`] = item.id;
  }
  await ingestAnswers(owner);
  return answers;
}
