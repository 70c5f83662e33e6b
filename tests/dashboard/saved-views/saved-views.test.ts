import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteView, listViews, renameView, saveView } from '#lib/dashboard/saved-views/saved-views';
import type { Context } from '#lib/db/context';
import { createTestProject, startDashboard, type TestDashboard, withRole } from '#tests/support/dashboard';
import { createShareActor } from '#tests/support/reports';

let dashboard: TestDashboard;
let context: Context;
let projectId: string;
const japan = { name: ' Japan ', page: 'overview', query: 'country=JP&days=7' };

beforeAll(async () => {
  dashboard = await startDashboard();
  const operator = await dashboard.createContext();
  context = withRole(operator, 'editor');
  projectId = (await createTestProject(operator)).id;
});
afterAll(() => dashboard?.stop());

test('saves, lists, renames, replaces and deletes views', async () => {
  const { id } = await saveView(context, { projectId, ...japan });
  const other = await saveView(context, {
    projectId,
    name: 'All answers',
    page: 'answers',
    query: '',
  });
  expect(await listViews(withRole(context, 'viewer'), { projectId })).toEqual([
    { id: other.id, name: 'All answers', page: 'answers', query: '' },
    { id, name: 'Japan', page: 'overview', query: 'country=JP&days=7' },
  ]);
  await renameView(context, { projectId, viewId: id, name: 'Nippon' });
  await expect(renameView(context, { projectId, viewId: id, name: 'ALL ANSWERS' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await renameView(context, { projectId, viewId: id, name: 'nippon' });
  expect(await saveView(context, { projectId, ...japan, name: 'NIPPON', query: '' })).toEqual({
    id,
  });
  expect(await listViews(context, { projectId })).toContainEqual({
    id,
    name: 'NIPPON',
    page: 'overview',
    query: '',
  });
  await deleteView(context, { projectId, viewId: id });
  await deleteView(context, { projectId, viewId: other.id });
  expect(await listViews(context, { projectId })).toEqual([]);
});

test('rejects viewers, share links, other organizations and invalid views', async () => {
  const { id } = await saveView(context, { projectId, ...japan });
  for (const caller of [withRole(context, 'viewer'), { ...context, actor: createShareActor(id) }]) {
    const code = 'INSUFFICIENT_PERMISSIONS';
    await expect(saveView(caller, { projectId, ...japan })).rejects.toMatchObject({ code });
    await expect(renameView(caller, { projectId, viewId: id, name: 'x' })).rejects.toMatchObject({ code });
    await expect(deleteView(caller, { projectId, viewId: id })).rejects.toMatchObject({ code });
  }
  const outsider = withRole(await dashboard.createContext(), 'owner');
  const code = 'RESOURCE_NOT_FOUND';
  expect(await listViews(outsider, { projectId })).toEqual([]);
  await expect(saveView(outsider, { projectId, ...japan })).rejects.toMatchObject({ code });
  await expect(renameView(outsider, { projectId, viewId: id, name: 'x' })).rejects.toMatchObject({ code });
  await expect(deleteView(outsider, { projectId, viewId: id })).rejects.toMatchObject({ code });
  for (const invalidView of [
    { ...japan, name: ' ' },
    { ...japan, name: 'x'.repeat(61) },
    { ...japan, page: '../members' },
    { ...japan, page: '' },
    { ...japan, query: 'x'.repeat(4_001) },
    { ...japan, query: '\0' },
  ]) {
    await expect(saveView(context, { projectId, ...invalidView })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  }
});

test('limits the number of views per project', async () => {
  const project = await createTestProject({ ...context, actor: { kind: 'operator' } }, []);
  for (let index = 0; index < 100; index += 1) {
    await saveView(context, { projectId: project.id, ...japan, name: `View ${index}` });
  }
  await expect(saveView(context, { projectId: project.id, ...japan })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  // A view with an existing name can still be replaced.
  await saveView(context, { projectId: project.id, ...japan, name: 'View 7' });
  expect(await listViews(context, { projectId: project.id })).toHaveLength(100);
});
