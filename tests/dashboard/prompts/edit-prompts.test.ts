import { afterAll, describe, expect, test } from 'vitest';
import { addPrompts, archivePrompts, rewordPrompt, updatePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { importPrompts, previewImport } from '#lib/dashboard/prompts/import-prompts';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import type { Context } from '#lib/db/context';
import { createTestProject, startDashboard, withRole } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const errorWithCode = (code: string) => expect.objectContaining({ code });

describe('prompts', () => {
  test('report whether they mention a tracked brand', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context);
    const prompts = await listPrompts(context, { projectId });
    expect(prompts.filter(({ isBranded }) => isBranded).map(({ text }) => text)).toEqual([
      'Is Fjordwing good?',
      'Fjordwing or Paddlemoor?',
    ]);
  });

  test('are imported from the valid lines of a file', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context, ['Which kayak is best?']);
    await expect(
      importPrompts(context, { projectId, csv: 'prompt,language\nWhy?,xx' }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'line 2' }],
    });
    const partlyValid = 'prompt\nWhy?\n\n \nWhich kayak is best?\nWhy?';
    const result = { added: 1, restored: 0, existing: 1, skippedLines: 1 };
    expect(await importPrompts(context, { projectId, csv: partlyValid })).toEqual(result);
    expect(await listPrompts(context, { projectId })).toHaveLength(2);
    const csv = 'prompt,topic\nIs Otterline cheap?,Price\nWhich kayak is best?,Other';
    const preview = await previewImport(context, { projectId, csv });
    expect(preview.errors).toEqual([]);
    expect(preview.prompts.map(({ line, exists }) => ({ line, exists }))).toEqual([
      { line: 2, exists: false },
      { line: 3, exists: true },
    ]);
    expect(preview).toMatchObject({ validCount: 2, existingCount: 1 });
    expect(await importPrompts(context, { projectId, csv })).toMatchObject({
      added: 1,
      restored: 0,
      existing: 1,
    });
    expect(await importPrompts(context, { projectId, csv })).toMatchObject({
      added: 0,
      restored: 0,
      existing: 2,
    });
    const options = { hasHeader: true, lineMode: 'whole' } as const;
    const foreign = { projectId, csv: 'Frage,Thema\nWarum?,Boote', options };
    expect(await previewImport(context, foreign)).toMatchObject({
      header: 'Frage,Thema',
      prompts: [{ line: 2, lastLine: 2, text: 'Warum?,Boote' }],
    });
    expect(await importPrompts(context, foreign)).toMatchObject({ added: 1, skippedLines: 0 });
  });

  test('are not listed while archived, and are restored when added again', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context, ['One?', 'Two?']);
    const [one] = await listPrompts(context, { projectId });
    expect(await archivePrompts(context, { projectId, promptIds: [one?.id ?? ''] })).toBe(1);
    expect(await archivePrompts(context, { projectId, promptIds: [one?.id ?? ''] })).toBe(0);
    expect(await listPrompts(context, { projectId })).toHaveLength(1);
    const added = await addPrompts(context, { projectId, prompts: [{ text: 'One?' }, { text: 'Three?' }] });
    expect(added).toEqual({ added: 1, restored: 1, existing: 0 });
    expect(await listPrompts(context, { projectId })).toHaveLength(3);
  });

  test('keep topic, tags and language when reworded; the old wording is archived', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context, ['Two?']);
    const prompt = { text: 'One?', topic: 'Numbers', tags: ['odd'], language: 'de' };
    await addPrompts(context, { projectId, prompts: [prompt] });
    const listTexts = async () => (await listPrompts(context, { projectId })).map(({ text }) => text).sort();
    const promptId =
      (await listPrompts(context, { projectId })).find(({ text }) => text === 'One?')?.id ?? '';
    const reword = (text: string) => rewordPrompt(context, { projectId, promptId, text });
    for (const text of ['', 'One?', 'Two?', 'x'.repeat(10_001)]) {
      await expect(reword(text), text).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        fields: [{ field: 'text' }],
      });
    }
    expect(await listTexts()).toEqual(['One?', 'Two?']);
    await reword(' Which one? ');
    expect(await listTexts()).toEqual(['Two?', 'Which one?']);
    const reworded = (await listPrompts(context, { projectId })).find(({ text }) => text === 'Which one?');
    expect(reworded).toMatchObject({ topic: 'Numbers', tags: ['odd'], language: 'de' });
    await expect(reword('Which?')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(
      rewordPrompt(withRole(context, 'viewer'), { projectId, promptId, text: 'Which?' }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  });
});

describe('the language of prompts', () => {
  const french = 'Quelle est la meilleure banque en ligne ?';
  const readLanguage = async (context: Context, projectId: string) => {
    const [prompt] = await listPrompts(context, { projectId });
    return [prompt?.language, prompt?.isLanguageSet];
  };
  const readChanges = async (context: Context) => {
    const { rows } = await context.db.$client.query(
      "SELECT after FROM audit_log WHERE organization_id = $1 AND action = 'prompts.changed'",
      [context.organizationId],
    );
    return rows.map(({ after }) => after.language).sort();
  };

  test('is detected, can be set by code or name, and can be detected again, with audit entries', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context, [french]);
    expect(await readLanguage(context, projectId)).toEqual(['fr', false]);
    const promptIds = (await listPrompts(context, { projectId })).map(({ id }) => id);
    for (const [entered, language] of [
      ['nl', 'nl'],
      ['German', 'de'],
      ['pt_br', 'pt-BR'],
      ['Français', 'fr'],
    ]) {
      expect(await updatePrompts(context, { projectId, promptIds, language: entered })).toBe(1);
      expect(await readLanguage(context, projectId)).toEqual([language, true]);
    }
    await updatePrompts(context, { projectId, promptIds, topic: 'Banks' });
    expect(await readLanguage(context, projectId)).toEqual(['fr', true]);
    await updatePrompts(context, { projectId, promptIds, language: 'it' });
    expect(await updatePrompts(context, { projectId, promptIds, language: ' ' })).toBe(1);
    expect(await readLanguage(context, projectId)).toEqual(['fr', false]);
    expect(await readChanges(context)).toEqual(['de', 'detected', 'fr', 'it', 'nl', 'pt-BR', undefined]);
    await expect(
      updatePrompts(context, { projectId, promptIds, language: 'Klingonish' }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [
        { field: 'language', message: expect.stringContaining('"Klingonish" is not a known language') },
      ],
    });
    expect(await readLanguage(context, projectId)).toEqual(['fr', false]);
  });

  test('can be named by new prompts and by files, and is detected for the others', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context, []);
    await addPrompts(context, {
      projectId,
      prompts: [{ text: 'One?', language: 'Dutch' }, { text: french }, { text: 'Nike' }],
    });
    await importPrompts(context, {
      projectId,
      csv: 'prompt,language\nWelche Bank ist gut für Studenten?,\nTwo?,fr',
    });
    const prompts = await listPrompts(context, { projectId });
    expect(
      Object.fromEntries(prompts.map((prompt) => [prompt.text, [prompt.language, prompt.isLanguageSet]])),
    ).toEqual({
      'One?': ['nl', true],
      [french]: ['fr', false],
      Nike: [null, false],
      'Welche Bank ist gut für Studenten?': ['de', false],
      'Two?': ['fr', true],
    });
  });

  test('is kept when an archived prompt is added again without one, if a member had set it', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context, [french]);
    const promptIds = (await listPrompts(context, { projectId })).map(({ id }) => id);
    await updatePrompts(context, { projectId, promptIds, language: 'it' });
    await archivePrompts(context, { projectId, promptIds });
    await addPrompts(context, { projectId, prompts: [{ text: french }] });
    expect(await readLanguage(context, projectId)).toEqual(['it', true]);
    await archivePrompts(context, { projectId, promptIds });
    await addPrompts(context, { projectId, prompts: [{ text: french, language: 'nl' }] });
    expect(await readLanguage(context, projectId)).toEqual(['nl', true]);
  });

  test('is detected again when a prompt is reworded, unless a member had set it', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context, [french]);
    const getId = async () => (await listPrompts(context, { projectId }))[0]?.id ?? '';
    const text = 'Welche Bank ist die beste für Studenten?';
    await rewordPrompt(context, { projectId, promptId: await getId(), text });
    expect(await readLanguage(context, projectId)).toEqual(['de', false]);
    await updatePrompts(context, { projectId, promptIds: [await getId()], language: 'de-CH' });
    await rewordPrompt(context, { projectId, promptId: await getId(), text: french });
    expect(await readLanguage(context, projectId)).toEqual(['de-CH', true]);
  });
});

describe('organizing prompts', () => {
  test('sets topics, adds and removes tags, and rejects other organizations, viewers and invalid topics', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context);
    const [first, second] = await listPrompts(context, { projectId });
    const promptIds = [first?.id ?? '', second?.id ?? ''];
    expect(await updatePrompts(context, { projectId, promptIds, topic: 'Price', tags: ['b', 'a'] })).toBe(2);
    expect(await updatePrompts(context, { projectId, promptIds, tags: ['a', 'c', 'd'] })).toBe(2);
    expect(await updatePrompts(context, { projectId, promptIds, removedTags: ['d', 'unknown'] })).toBe(2);
    const updated = (await listPrompts(context, { projectId })).filter(({ id }) => promptIds.includes(id));
    expect(updated.map(({ topic, tags }) => ({ topic, tags }))).toEqual([
      { topic: 'Price', tags: ['a', 'b', 'c'] },
      { topic: 'Price', tags: ['a', 'b', 'c'] },
    ]);
    const other = await dashboard.createContext();
    await expect(updatePrompts(other, { projectId, promptIds, topic: 'Stolen' })).rejects.toEqual(
      errorWithCode('RESOURCE_NOT_FOUND'),
    );
    await expect(updatePrompts(withRole(context, 'viewer'), { projectId, promptIds })).rejects.toEqual(
      errorWithCode('INSUFFICIENT_PERMISSIONS'),
    );
    await expect(updatePrompts(context, { projectId, promptIds, topic: 'x\0' })).rejects.toEqual(
      errorWithCode('VALIDATION_ERROR'),
    );
  });
});
