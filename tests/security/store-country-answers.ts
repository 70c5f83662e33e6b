import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { startRun } from '#lib/dashboard/runs/run-store';
import { buildDelivery, listRunItems, receiveDelivery } from '#tests/support/dashboard';
import type { Tenant } from './test-app';

/** Stores an answer for each country. @returns the IDs of the answers by name and country, such as `tenant US` */
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
    await receiveDelivery(owner, buildDelivery(item, { text: `Fjordwing for ${name} in ${country}.` }));
    answers[`${name} ${country}`] = item.id;
  }
  await ingestAnswers(owner);
  return answers;
}
