import { afterAll, expect, test } from 'vitest';
import { detectStoredLanguages } from '#lib/dashboard/prompts/detect-stored-languages';
import { updatePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { readPendingItems, startRun } from '#lib/dashboard/runs/run-store';
import { buildTaskPayload } from '#lib/dashboard/runs/send-run';
import type { Context } from '#lib/db/context';
import { createTestProject, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const texts = {
  fr: 'Quelle est la meilleure banque en ligne ?',
  de: 'Welche Bank ist die beste für Studenten?',
  en: 'Which bank is best for students?',
  name: 'Nike',
};

/** Creates a project whose prompts are stored as version 0.1 stored them: as English unless a file named a language. */
async function createOldProject(context: Context, prompts: readonly string[]): Promise<string> {
  const { id: projectId } = await createTestProject(context, [...prompts]);
  await context.db.$client.query(
    "UPDATE prompts SET language = 'en', is_language_set = NULL WHERE organization_id = $1 AND project_id = $2",
    [context.organizationId, projectId],
  );
  return projectId;
}

async function readLanguages(context: Context, projectId: string) {
  const prompts = await listPrompts(context, { projectId });
  return Object.fromEntries(
    prompts.map(({ text, language, isLanguageSet }) => [text, [language, isLanguageSet]]),
  );
}

test('detects the languages of prompts of all organizations that version 0.1 stored, in batches', async () => {
  const [first, second] = [await dashboard.createContext(), await dashboard.createContext()];
  const firstId = await createOldProject(first, Object.values(texts));
  const secondId = await createOldProject(second, [texts.fr, texts.de]);
  expect(await detectStoredLanguages(first, { batchSize: 2, signal: AbortSignal.abort() })).toBe(0);
  expect(await detectStoredLanguages(first, { batchSize: 2 })).toBe(6);
  expect(await readLanguages(first, firstId)).toEqual({
    [texts.fr]: ['fr', false],
    [texts.de]: ['de', false],
    [texts.en]: ['en', false],
    [texts.name]: [null, false],
  });
  expect(await readLanguages(second, secondId)).toEqual({
    [texts.fr]: ['fr', false],
    [texts.de]: ['de', false],
  });
  expect(await detectStoredLanguages(first)).toBe(0);
});

test('keeps a language that a file named, and one that a member sets meanwhile', async () => {
  const context = await dashboard.createContext();
  const projectId = await createOldProject(context, [texts.fr, texts.de]);
  await context.db.$client.query(
    "UPDATE prompts SET language = 'nl' WHERE organization_id = $1 AND text = $2",
    [context.organizationId, texts.fr],
  );
  const prompts = await listPrompts(context, { projectId });
  const promptIds = prompts.filter(({ text }) => text === texts.de).map(({ id }) => id);
  await updatePrompts(context, { projectId, promptIds, language: 'en' });
  expect(await detectStoredLanguages(context)).toBe(1);
  expect(await readLanguages(context, projectId)).toEqual({
    [texts.fr]: ['nl', true],
    [texts.de]: ['en', true],
  });
});

test('runs send the language of a prompt in every country, and none if it is unknown', async () => {
  const context = await dashboard.createContext();
  const projectId = await createOldProject(context, [texts.fr, texts.name]);
  const countries = ['BE', 'CH', 'CA'];
  const engines = ['chat' as const, 'searchai' as const, 'search' as const];
  const readPayloads = async () => {
    const run = await startRun(context, { projectId, kind: 'manual', engines, countries, samples: 1 });
    const items = await readPendingItems(context, run?.runId ?? '', 100);
    return items.map((item) => ({
      text: item.text,
      payload: buildTaskPayload(item, { addOns: false, html: false }),
    }));
  };
  expect((await readPayloads()).every(({ payload }) => !('hl' in payload))).toBe(true);
  await detectStoredLanguages(context);
  const payloads = await readPayloads();
  expect(payloads).toHaveLength(18);
  for (const { text, payload } of payloads) {
    expect(payload.hl).toBe(text === texts.fr ? 'fr' : undefined);
    expect(countries).toContain(payload.country);
  }
});
