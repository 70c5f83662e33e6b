import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '#lib/core/permissions';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { createProject, deleteProject, getProject, listProjects } from '#lib/dashboard/projects/project';
import {
  addPrompts,
  archivePrompts,
  importPrompts,
  previewImport,
  rewordPrompt,
  updatePrompts,
} from '#lib/dashboard/prompts/edit-prompts';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { openShare, unlockShare } from '#lib/dashboard/shares/open-share';
import { createShare, listShares, revokeShare } from '#lib/dashboard/shares/shares';
import type { Context } from '#lib/db/client';
import { createTestProject, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const withRole = (context: Context, role: Role): Context => ({
  ...context,
  actor: { kind: 'member', userId: context.organizationId, role },
});
const errorWithCode = (code: string) => expect.objectContaining({ code });

describe('projects and brands', () => {
  test('have brands with normalized domains and distinct colors', async () => {
    const context = await dashboard.newContext();
    const project = await createTestProject(context);
    expect(project.own).toMatchObject({ role: 'own', colorIndex: 0, domains: ['fjordwing.example'] });
    expect(
      project.competitors.map(({ name, colorIndex, domains }) => ({ name, colorIndex, domains })),
    ).toEqual([
      { name: 'Paddlemoor', colorIndex: 1, domains: ['paddlemoor.example'] },
      { name: 'Otterline', colorIndex: 2, domains: ['otterline.example', 'shop.otter.example'] },
    ]);
    expect(await listProjects(context)).toEqual([project]);
  });

  test('give a freed color to the next competitor', async () => {
    const context = await dashboard.newContext();
    const { id: projectId, competitors } = await createTestProject(context);
    await removeBrand(context, { projectId, brandId: competitors[0]?.id ?? '' });
    expect(await addCompetitor(context, { projectId, brand: { name: 'Reedrunner' } })).toMatchObject({
      colorIndex: 1,
    });
  });

  test('reject duplicate brand names regardless of case and removing the project’s own brand', async () => {
    const context = await dashboard.newContext();
    const { id: projectId, own, competitors } = await createTestProject(context);
    const duplicateName = { code: 'VALIDATION_ERROR', fields: [expect.objectContaining({ field: 'name' })] };
    await expect(addCompetitor(context, { projectId, brand: { name: 'FJORDWING' } })).rejects.toMatchObject(
      duplicateName,
    );
    const brandId = competitors[0]?.id ?? '';
    await expect(
      updateBrand(context, { projectId, brandId, brand: { name: 'otterline' } }),
    ).rejects.toMatchObject(duplicateName);
    await expect(removeBrand(context, { projectId, brandId: own.id })).rejects.toEqual(
      errorWithCode('VALIDATION_ERROR'),
    );
    await expect(
      createProject(context, { name: 'x', own: { name: 'A' }, competitors: [{ name: 'a' }] }),
    ).rejects.toMatchObject({ fields: [expect.objectContaining({ field: 'competitors.0.name' })] });
    expect(await listProjects(context)).toHaveLength(1);
  });

  test('reject a stale edit of a brand unless forced', async () => {
    const context = await dashboard.newContext();
    const { id: projectId, own: original } = await createTestProject(context);
    const brandKey = { projectId, brandId: original.id };
    const first = await updateBrand(context, {
      ...brandKey,
      original,
      brand: { name: 'Fjordwing', aliases: ['FW'] },
    });
    const brand = { name: 'Fjordwing', aliases: ['Fjord'] };
    await expect(updateBrand(context, { ...brandKey, original, brand })).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'original' })],
    });
    expect((await getProject(context, { projectId })).own).toEqual(first);
    expect(await updateBrand(context, { ...brandKey, original: first, brand })).toMatchObject(brand);
    expect(await updateBrand(context, { ...brandKey, brand: { name: 'Fjordwing' } })).toMatchObject({
      aliases: [],
    });
  });

  test.each([
    ['a missing name', { name: ' ' }, 'own.name'],
    ['an invalid domain', { name: 'A', domains: ['example.com', 'not a domain'] }, 'own.domains.1'],
    ['an IP address', { name: 'A', domains: ['127.0.0.1'] }, 'own.domains.0'],
    ['NUL', { name: 'A\u0000' }, 'own.name'],
  ])('rejects %s and reports the field', async (_, own, field) => {
    const context = await dashboard.newContext();
    await expect(createProject(context, { name: 'P', own })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [expect.objectContaining({ field })],
    });
  });

  test('are not found by other organizations', async () => {
    const project = await createTestProject(await dashboard.newContext());
    const other = await dashboard.newContext();
    const projectId = project.id;
    const missing = errorWithCode('RESOURCE_NOT_FOUND');
    await expect(getProject(other, { projectId })).rejects.toEqual(missing);
    await expect(deleteProject(other, { projectId })).rejects.toEqual(missing);
    await expect(addCompetitor(other, { projectId, brand: { name: 'X' } })).rejects.toEqual(missing);
    await expect(addPrompts(other, { projectId, prompts: [{ text: 'X' }] })).rejects.toEqual(missing);
    await expect(createShare(other, { projectId })).rejects.toEqual(missing);
    expect(await listPrompts(other, { projectId })).toEqual([]);
  });

  test.each<[Role, boolean, boolean]>([
    ['viewer', false, false],
    ['editor', true, false],
    ['admin', true, true],
    ['owner', true, true],
  ])('%s may edit: %s, delete: %s', async (role, canEdit, canDelete) => {
    const context = await dashboard.newContext();
    const { id: projectId } = await createTestProject(context);
    const forbidden = errorWithCode('INSUFFICIENT_PERMISSIONS');
    const edit = addCompetitor(withRole(context, role), { projectId, brand: { name: 'X' } });
    if (canEdit) await edit;
    else await expect(edit).rejects.toEqual(forbidden);
    const removal = deleteProject(withRole(context, role), { projectId });
    if (canDelete) await removal;
    else await expect(removal).rejects.toEqual(forbidden);
    expect(await listProjects(withRole(context, role))).toHaveLength(canDelete ? 0 : 1);
  });
});

describe('prompts', () => {
  test('report whether they mention a tracked brand', async () => {
    const context = await dashboard.newContext();
    const { id: projectId } = await createTestProject(context);
    const prompts = await listPrompts(context, { projectId });
    expect(prompts.filter(({ branded }) => branded).map(({ text }) => text)).toEqual([
      'Is Fjordwing good?',
      'Fjordwing or Paddlemoor?',
    ]);
  });

  test('are imported all or nothing', async () => {
    const context = await dashboard.newContext();
    const { id: projectId } = await createTestProject(context, ['Which kayak is best?']);
    const invalid = 'prompt\nWhy?\n\n \nWhich kayak is best?\nWhy?';
    await expect(importPrompts(context, { projectId, csv: invalid })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'line 6' }],
    });
    expect(await listPrompts(context, { projectId })).toHaveLength(1);
    const csv = 'prompt,topic\nIs Otterline cheap?,Price\nWhich kayak is best?,Other';
    const preview = await previewImport(context, { projectId, csv });
    expect(preview.problems).toEqual([]);
    expect(preview.prompts.map(({ line, exists, branded }) => ({ line, exists, branded }))).toEqual([
      { line: 2, exists: false, branded: true },
      { line: 3, exists: true, branded: false },
    ]);
    expect(await importPrompts(context, { projectId, csv })).toEqual({ added: 1, restored: 0, existing: 1 });
    expect(await importPrompts(context, { projectId, csv })).toEqual({ added: 0, restored: 0, existing: 2 });
  });

  test('do not run while archived, and are restored when added again', async () => {
    const context = await dashboard.newContext();
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
    const context = await dashboard.newContext();
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

describe('share links', () => {
  test('give read access to one project until they are revoked', async () => {
    const context = await dashboard.newContext();
    const { id: projectId } = await createTestProject(context);
    const { id, token } = await createShare(context, { projectId, filters: 'engine=gen' });
    const { rows } = await dashboard.db.$client.query('SELECT * FROM shares WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await listShares(context, { projectId })).toMatchObject([{ id, filters: 'engine=gen' }]);
    await expect(createShare(context, { projectId, filters: 'tag=\0' })).rejects.toEqual(
      errorWithCode('VALIDATION_ERROR'),
    );

    const openedShare = await openShare(context, { token });
    if (!openedShare || openedShare === 'locked') throw new Error('The link does not open.');
    expect(openedShare).toMatchObject({ projectId, filters: 'engine=gen' });
    expect(await getProject(openedShare.context, { projectId })).toMatchObject({ id: projectId });
    const forbidden = errorWithCode('INSUFFICIENT_PERMISSIONS');
    await expect(addPrompts(openedShare.context, { projectId, prompts: [{ text: 'X' }] })).rejects.toEqual(
      forbidden,
    );
    await expect(listShares(openedShare.context, { projectId })).rejects.toEqual(forbidden);

    await expect(revokeShare(await dashboard.newContext(), { projectId, shareId: id })).rejects.toEqual(
      errorWithCode('RESOURCE_NOT_FOUND'),
    );
    await revokeShare(context, { projectId, shareId: id });
    await revokeShare(context, { projectId, shareId: id });
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await openShare(context, { token: `${token}x` })).toBe(undefined);
    expect(await listShares(context, { projectId })).toEqual([]);
  });

  test('require their password and limit guesses', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.newContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const password = 'Käse und Brot';
    const { id, token } = await createShare(context, { projectId, password });
    const { rows } = await dashboard.db.$client.query('SELECT * FROM shares WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(await listShares(context, { projectId })).toMatchObject([{ id, hasPassword: true }]);
    expect(await openShare(context, { token })).toBe('locked');
    expect(await openShare(context, { token, proof: token })).toBe('locked');
    const proof = await unlockShare(context, { token, password: password.normalize('NFD') });
    expect(await openShare(context, { token, proof })).toMatchObject({ projectId });
    const other = await createShare(context, { projectId, password });
    expect(await openShare(context, { token: other.token, proof })).toBe('locked');

    const guesses = await Promise.allSettled(
      Array.from({ length: 14 }, () => unlockShare(context, { token, password: 'wrong' })),
    );
    const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code);
    expect(codes.filter((errorCode) => errorCode === 'VALIDATION_ERROR')).toHaveLength(10);
    expect(codes.filter((errorCode) => errorCode === 'RATE_LIMIT_EXCEEDED')).toHaveLength(4);
    await expect(unlockShare(context, { token, password })).rejects.toEqual(
      errorWithCode('RATE_LIMIT_EXCEEDED'),
    );
    expect(await openShare(context, { token, proof })).toMatchObject({ projectId });
    now = new Date('2026-03-01T12:16:00Z');
    expect(await unlockShare(context, { token, password })).toBe(proof);
    await expect(createShare(context, { projectId, password: 'short' })).rejects.toEqual(
      errorWithCode('VALIDATION_ERROR'),
    );
  });

  test('stop working after they expire', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.newContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const { token } = await createShare(context, { projectId, lifetimeDays: 7 });
    now = new Date('2026-03-08T11:59:59Z');
    expect(await openShare(context, { token })).toMatchObject({ projectId });
    expect(await listShares(context, { projectId })).toHaveLength(1);
    now = new Date('2026-03-08T12:00:01Z');
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await listShares(context, { projectId })).toEqual([]);
  });
});

describe('organizing prompts', () => {
  test('sets topics and tags without changing texts or other organizations', async () => {
    const context = await dashboard.newContext();
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
    const other = await dashboard.newContext();
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
