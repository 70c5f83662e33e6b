import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { anyAnswer } from '#lib/contract/filters/answer-filters';
import type { Role } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { startService } from '#tests/support/service';

const testService = await startService();
// This process reads its settings once, so the modules that read them are loaded after they are set.
process.env.API_BASE_URL = testService.baseUrl;
vi.resetModules();
const { createTestProject } = await import('#tests/support/dashboard');
const { countAnswers } = await import('#lib/dashboard/analytics/answers/count-answers');
const { parseFilters } = await import('#lib/dashboard/analytics/filters/metric-filters');
const { saveApiCredentials } = await import('#lib/dashboard/api-credentials/api-credentials');
const { askPrompt } = await import('#lib/dashboard/playground/ask-prompt');
const { listPrompts } = await import('#lib/dashboard/prompts/list-prompts');
const { createOperatorContext } = await import('#lib/db/context');
const { getCreditBalance } = await import('#lib/dashboard/api-credentials/api-client');

const worker = await testService.startWorker();
afterAll(async () => {
  await worker.stop();
  await testService.stop();
});

async function createAskingProject() {
  const { id, secret } = await testService.createTenant();
  const operator = createOperatorContext(testService.service, id);
  await saveApiCredentials(operator, { apiKey: secret, signingSecret: null });
  const actAs = (role: Role): Context => ({
    ...operator,
    actor: { kind: 'member', userId: randomUUID(), role },
  });
  const project = await createTestProject(actAs('owner'));
  const [prompt] = await listPrompts(operator, { projectId: project.id });
  const input = { projectId: project.id, promptId: prompt?.id ?? '', engine: 'gen', country: 'US' } as const;
  return { actAs, project, input };
}

test('asks a prompt, charges its credits and stores nothing', async () => {
  const { actAs, project, input } = await createAskingProject();
  const editor = actAs('editor');
  const before = Number(await getCreditBalance(editor));
  const asked = await askPrompt(editor, { ...input, tries: 4 });
  expect(asked).toMatchObject({ withoutAnswer: 0, failed: 0, failure: null, spotCheck: null });
  expect(asked.answers).toHaveLength(4);
  for (const { excerpt, isFictional } of asked.answers) {
    expect(excerpt.length).toBeGreaterThan(20);
    expect(isFictional).toBe(true);
  }
  expect(before - Number(await getCreditBalance(editor))).toBe(16);
  const filters = parseFilters(project, {}, editor.clock);
  expect(await countAnswers(editor, filters, anyAnswer)).toMatchObject({ answers: 0 });
});

test('refuses members who may not start runs, unknown prompts and too many tries', async () => {
  const { actAs, input } = await createAskingProject();
  await expect(askPrompt(actAs('viewer'), input)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  const editor = actAs('editor');
  await expect(askPrompt(editor, { ...input, promptId: randomUUID() })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  await expect(askPrompt(editor, { ...input, tries: 11 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('reports the error of the service if every request fails', async () => {
  const { actAs, input } = await createAskingProject();
  await expect(askPrompt(actAs('editor'), { ...input, engine: 'social', tries: 2 })).rejects.toMatchObject({
    code: 'EXTERNAL_SERVICE_ERROR',
  });
});
