import { readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '#lib/core/time';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { createProject, type Project } from '#lib/dashboard/projects/project';
import { importPrompts } from '#lib/dashboard/prompts/import-prompts';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { getRunProgress } from '#lib/dashboard/runs/run-progress';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization } from '#lib/service/organizations/organizations';
import { enableSigning } from '#lib/service/webhooks/signing';
import { recordingsFolder } from '#tests/support/recordings';
import { waitFor } from '#tests/support/wait';

export const engines = ['chat', 'gen', 'answer'] as const;
export const countries = ['US', 'DE', 'JP'];
/** Credits for one prompt in one country with the three engines: 5 + 4 + 4. */
export const creditsPerPrompt = 13;
export const startingCredits = 10_000;

const readPromptFile = (name: string) =>
  readFileSync(path.join(recordingsFolder, '../prompts', name), 'utf8');

/**
 * Creates an organization with the API key and the signing secret that its dashboard uses, as sign-up does. Then creates
 * a project with the brands and prompts stored next to the recordings.
 */
export async function createTestProject(db: PooledDatabase): Promise<{ context: Context; project: Project }> {
  const { id } = await createOrganization(db, {
    name: 'Acceptance',
    plan: 'team',
    credits: startingCredits,
  });
  const context: Context = {
    db,
    clock: systemClock,
    organizationId: id,
    actor: { kind: 'operator' },
  };
  const { secret: apiKey } = await createApiKey(context, { name: 'Dashboard' });
  const { secret: signingSecret } = await enableSigning(context);
  await saveApiCredentials(context, { apiKey, signingSecret });
  const { own, competitors, errors } = parseBrandsCsv(readPromptFile('programming-languages.brands.csv'));
  if (!own) throw new Error(`The file of brands could not be read: ${JSON.stringify(errors)}`);
  const project = await createProject(context, { name: own.name, own, competitors });
  await importPrompts(context, { projectId: project.id, csv: readPromptFile('programming-languages.csv') });
  return { context, project };
}

/** Starts a run of every prompt on three engines in three countries. */
export async function startRunOfAllPrompts(context: Context, project: Project): Promise<string> {
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: [...engines],
    countries,
    samples: 1,
  });
  if (!run) throw new Error('No run was started.');
  return run.runId;
}

export function waitForRunItems(context: Context, runId: string, minCount: number): Promise<boolean> {
  return waitFor(
    `${minCount} run items have ended`,
    async () => {
      const progress = await getRunProgress(context, { runId });
      return progress.answered + progress.noAnswer + progress.failed >= minCount;
    },
    { seconds: 90 },
  );
}

export function waitForRun(context: Context, runId: string, seconds = 120): Promise<boolean> {
  return waitFor(
    'the run has ended',
    async () => (await getRunProgress(context, { runId })).status === 'completed',
    {
      seconds,
      everyMs: 100,
    },
  );
}
