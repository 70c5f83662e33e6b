import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { disableClassifier, enableClassifier, retryClassifier } from '#lib/dashboard/sentiment/classifier';
import type { Context } from '#lib/db/context';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

test('a member without the permission can neither enable, disable nor retry the classifier', async () => {
  const context = await dashboard.createContext();
  const editor: Context = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'editor' } };
  const input = {
    provider: 'openai',
    providerTitle: 'OpenAI',
    model: 'gpt-5-mini',
    inputPrice: 0.25,
    outputPrice: 2,
    since: '2026-03-01',
  };
  const getLanguageModel = () => {
    throw new Error('The model must not be queried.');
  };
  for (const change of [
    () => enableClassifier(editor, input, getLanguageModel),
    () => disableClassifier(editor),
    () => retryClassifier(editor),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  }
});
