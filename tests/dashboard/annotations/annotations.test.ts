import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, Role } from '#lib/core/permissions';
import { addDays } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { addNote, deleteNote, editNote, listAnnotations } from '#lib/dashboard/annotations/annotations';
import { addCompetitor, describeBrandChanges, removeBrand } from '#lib/dashboard/brands/edit-brands';
import type { Brand } from '#lib/dashboard/projects/brand';
import { addPrompts, archivePrompts } from '#lib/dashboard/prompts/edit-prompts';
import type { Context } from '#lib/db/context';
import {
  createObservedProject,
  dayCount,
  firstDay,
  type Observation,
  prompts,
  storeAnswers,
  storeRollups,
} from '#tests/dashboard/analytics/support/observations';
import { startDashboard, type TestDashboard } from '#tests/support/dashboard';
import { buildMetricFilters } from '#tests/support/metric-filters';
import { createShareActor } from '#tests/support/reports';

let dashboard: TestDashboard;
let context: Context;
let projectId: string;
let filters: MetricFilters;

const today = addDays(firstDay, dayCount - 1);
/** A clock fixed at noon of the last observed day. */
const clock = { now: () => new Date(`${today}T12:00:00Z`) };
const changedOn = 6;

beforeAll(async () => {
  dashboard = await startDashboard();
  const observedProject = await createObservedProject(dashboard.db);
  projectId = observedProject.projectId;
  context = { ...observedProject.context, clock, actor: createMember('editor') };
  await dashboard.db.$client.query("UPDATE projects SET created_at = '2026-01-01' WHERE id = $1", [
    projectId,
  ]);
  filters = buildMetricFilters({
    projectId,
    from: firstDay,
    to: today,
    compare: 'none',
  });
  const observations = Array.from({ length: dayCount * 12 }, (_, index): Observation => {
    const day = Math.floor(index / 12);
    return {
      day,
      prompt: index % 6,
      engine: index % 2 === 0 ? 'chat' : 'gen',
      country: 'US',
      status: 'answered',
      ranks: [1, null, null],
      sources: [],
    };
  });
  const scope = { organizationId: context.organizationId, projectId };
  await storeRollups(dashboard.db, scope, observations);
  // Gen reports no model.
  await storeAnswers(dashboard.db, scope, observations, ({ day, engine }) =>
    engine === 'gen' ? null : day < changedOn ? 'm-1' : 'm-2',
  );
});
afterAll(() => dashboard?.stop());

function createMember(role: Role): Actor {
  return { kind: 'member', userId: randomUUID(), role };
}

/** Lists the annotations of the observed days, with some filters overridden. */
function listWithFilters(overrides: Partial<MetricFilters> = {}) {
  return listAnnotations(context, { ...filters, ...overrides });
}

describe('automatic annotations', () => {
  test('reports a model change on its first day', async () => {
    const model = {
      kind: 'model',
      day: addDays(firstDay, changedOn),
      engine: 'chat',
      before: 'm-1',
      now: 'm-2',
    };
    expect(await listWithFilters()).toEqual([model]);
    expect(await listWithFilters({ engines: ['gen'] })).toEqual([]);
    // Included if the period starts on that day, excluded if it starts a day later.
    expect(await listWithFilters({ from: model.day })).toEqual([model]);
    expect(await listWithFilters({ from: addDays(model.day, 1) })).toEqual([]);
  });

  test('reports added and archived prompts, except those of the project’s first day', async () => {
    await addPrompts(context, { projectId, prompts: [{ text: 'A new one?' }, { text: 'Another?' }] });
    await archivePrompts(context, { projectId, promptIds: [prompts[5]?.id ?? ''] });
    expect(await listWithFilters({ engines: ['gen'] })).toEqual([
      { kind: 'prompts', day: today, added: 2, archived: 1 },
    ]);
    // Counts only the selected prompts.
    expect(await listWithFilters({ engines: ['gen'], promptIds: [prompts[5]?.id ?? ''] })).toEqual([
      { kind: 'prompts', day: today, added: 0, archived: 1 },
    ]);
    expect(await listWithFilters({ engines: ['gen'], topics: ['no such topic'] })).toEqual([]);
    await dashboard.db.$client.query('UPDATE projects SET created_at = $2 WHERE id = $1', [
      projectId,
      clock.now(),
    ]);
    expect(await listWithFilters({ engines: ['gen'] })).toEqual([]);
    await dashboard.db.$client.query("UPDATE projects SET created_at = '2026-01-01' WHERE id = $1", [
      projectId,
    ]);
  });

  test('reports added and removed brands', async () => {
    const { id } = await addCompetitor(context, {
      projectId,
      name: 'Otterline',
      domains: ['otterline.example'],
    });
    await removeBrand(context, { projectId, brandId: id });
    const brandAnnotations = (await listWithFilters()).filter(({ kind }) => kind === 'brands');
    expect(brandAnnotations).toEqual([
      { kind: 'brands', day: today, text: 'Otterline is now tracked' },
      { kind: 'brands', day: today, text: 'Otterline is no longer tracked' },
    ]);
  });

  test('adds no annotation in a project without answers', async () => {
    const other = await createOtherProject();
    await addCompetitor(other.context, { projectId: other.projectId, name: 'Otterline' });
    expect(await listAnnotations(other.context, { ...filters, projectId: other.projectId })).toEqual([]);
  });
});

/** Creates a project in a different organization. */
async function createOtherProject() {
  const otherContext = await dashboard.createContext(clock);
  const { rows } = await dashboard.db.$client.query<{ id: string }>(
    "INSERT INTO projects (organization_id, name) VALUES ($1, 'Other') RETURNING id",
    [otherContext.organizationId],
  );
  const id = rows[0]?.id ?? '';
  await dashboard.db.$client.query(
    "INSERT INTO brands (organization_id, project_id, name, role, color_index) VALUES ($1, $2, 'Own', 'own', 0)",
    [otherContext.organizationId, id],
  );
  return { context: otherContext, projectId: id };
}

describe('notes', () => {
  const note = { day: addDays(firstDay, 2), text: ' New page ' };
  const listNotes = async () => (await listWithFilters()).filter(({ kind }) => kind === 'note');

  test('editors can add, change and delete notes', async () => {
    const { id } = await addNote(context, { projectId, ...note });
    expect(await listNotes()).toEqual([{ kind: 'note', id, day: note.day, text: 'New page' }]);
    expect(await listWithFilters({ from: addDays(note.day, 1) })).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    await editNote(context, { projectId, noteId: id, day: today, text: 'Moved' });
    expect(await listNotes()).toEqual([{ kind: 'note', id, day: today, text: 'Moved' }]);
    await deleteNote(context, { projectId, noteId: id });
    expect(await listNotes()).toEqual([]);
    await expect(deleteNote(context, { projectId, noteId: id })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });

  test('rejects a stale edit unless forced', async () => {
    const { id: noteId } = await addNote(context, { projectId, ...note });
    const change = (text: string, original?: string) =>
      editNote(context, {
        projectId,
        noteId,
        day: note.day,
        text,
        original: original === undefined ? undefined : { day: note.day, text: original },
      });
    await change('First', 'New page');
    await expect(change('Second', 'New page')).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'original' })],
    });
    expect(await listNotes()).toMatchObject([{ text: 'First' }]);
    await change('Second');
    expect(await listNotes()).toMatchObject([{ text: 'Second' }]);
    await deleteNote(context, { projectId, noteId });
  });

  test('rejects invalid notes, and changes by viewers, share links and other organizations', async () => {
    const { id } = await addNote(context, { projectId, ...note });
    const viewer = { ...context, actor: createMember('viewer') };
    const share = { ...context, actor: createShareActor(id) };
    for (const forbidden of [viewer, share]) {
      const code = 'INSUFFICIENT_PERMISSIONS';
      await expect(addNote(forbidden, { projectId, ...note })).rejects.toMatchObject({ code });
      await expect(editNote(forbidden, { projectId, noteId: id, ...note })).rejects.toMatchObject({ code });
      await expect(deleteNote(forbidden, { projectId, noteId: id })).rejects.toMatchObject({ code });
    }
    expect(await listAnnotations(viewer, filters)).toContainEqual(expect.objectContaining({ id }));
    const shown = await listAnnotations(share, filters);
    expect(shown.map(({ kind }) => kind)).not.toContain('note');
    expect(shown.map(({ kind }) => kind)).toContain('model');
    const outsider = await createOtherProject();
    const code = 'RESOURCE_NOT_FOUND';
    await expect(addNote(outsider.context, { projectId, ...note })).rejects.toMatchObject({ code });
    await expect(deleteNote(outsider.context, { projectId, noteId: id })).rejects.toMatchObject({ code });
    for (const invalid of [
      { day: '2026-02-30', text: 'x' },
      { day: today, text: '  ' },
      { day: today, text: 'x'.repeat(201) },
      { day: today, text: 'a\0b' },
    ]) {
      await expect(addNote(context, { projectId, ...invalid })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    }
    expect(await listNotes()).toHaveLength(1);
    await deleteNote(context, { projectId, noteId: id });
  });

  test('automatic annotations cannot be deleted as if they were notes', async () => {
    const { rows } = await dashboard.db.$client.query(
      "SELECT id FROM annotations WHERE project_id = $1 AND kind = 'brands' LIMIT 1",
      [projectId],
    );
    await expect(deleteNote(context, { projectId, noteId: rows[0].id })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });
});

test('describes brand changes in sentences', () => {
  const createBrand = (change: Partial<Brand> = {}): Brand => ({
    id: 'a',
    name: 'Otterline',
    role: 'competitor',
    aliases: [],
    matchCase: false,
    domains: [],
    requiredContext: [],
    excludedContext: [],
    colorIndex: 1,
    ...change,
  });
  expect(describeBrandChanges([createBrand()], [createBrand()])).toEqual([]);
  expect(
    describeBrandChanges([createBrand()], [createBrand({ name: 'Otter', aliases: ['Otterline'] })]),
  ).toEqual(['Otterline is now Otter', 'Otter: aliases changed']);
  expect(
    describeBrandChanges([createBrand()], [createBrand({ requiredContext: ['x'], domains: ['y'] })]),
  ).toEqual(['Otterline: required or excluded words, domains changed']);
  expect(describeBrandChanges([createBrand()], [createBrand({ id: 'b', name: 'New' })])).toEqual([
    'Otterline is no longer tracked',
    'New is now tracked',
  ]);
});
