import { afterAll, expect, test } from 'vitest';
import { previewBrand } from '#lib/dashboard/brands/preview-brand';
import { suggestCompetitors } from '#lib/dashboard/brands/suggest-competitors';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { getProject } from '#lib/dashboard/projects/project';
import { startRun } from '#lib/dashboard/runs/run-store';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
} from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const boatTexts = [
  'Fjordwing is great.',
  'The Wing Boat is stable.',
  'A wing boat is any boat.',
  'Nothing of note.',
];

async function createAnsweredProject(texts = boatTexts) {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['office'],
    countries: ['US'],
    samples: 2,
  });
  const items = await listRunItems(context, run?.runId ?? '');
  for (const [index, item] of items.slice(0, texts.length).entries()) {
    await receiveDelivery(context, buildDelivery(item, { text: texts[index] ?? '' }));
  }
  await ingestAnswers(context);
  const { own } = await getProject(context, { projectId: project.id });
  return { context, projectId: project.id, own };
}

test('shows which stored answers an alias adds, before it is saved', async () => {
  const { context, projectId, own } = await createAnsweredProject();
  const change = { ...own, projectId, brandId: own.id, aliases: [...own.aliases, 'Wing Boat'] };
  const preview = await previewBrand(context, change);
  expect(preview).toMatchObject({
    answers: 4,
    mentionedBefore: 1,
    mentionedAfter: 3,
    added: { answers: 2 },
    removed: { answers: 0, examples: [] },
    mentions: 3,
    lowerCaseMentions: 1,
  });
  expect(preview.added.examples).toContainEqual({
    before: 'The ',
    mention: 'Wing Boat',
    after: ' is stable.',
  });
  const matchCase = { ...change, matchCase: true };
  expect(await previewBrand(context, matchCase)).toMatchObject({ mentionedAfter: 2, lowerCaseMentions: 0 });
  expect((await getProject(context, { projectId })).own.aliases).toEqual(own.aliases);
});

test('shows which stored answers a renamed brand loses, and which a new competitor is mentioned in', async () => {
  const { context, projectId, own } = await createAnsweredProject();
  const renamed = await previewBrand(context, { projectId, brandId: own.id, name: 'Fjordboat' });
  expect(renamed).toMatchObject({ mentionedBefore: 1, mentionedAfter: 0, removed: { answers: 1 } });
  const added = await previewBrand(context, { projectId, name: 'Wing Boat' });
  expect(added).toMatchObject({ mentionedBefore: 0, mentionedAfter: 2, added: { answers: 2 } });
});

test('does not find the project of another organization, and rejects viewers', async () => {
  const { projectId, own } = await createAnsweredProject();
  const other = await dashboard.createContext();
  const change = { projectId, brandId: own.id, name: 'Fjordwing' };
  await expect(previewBrand(other, change)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const viewer = { ...other, actor: { kind: 'member' as const, userId: own.id, role: 'viewer' as const } };
  await expect(previewBrand(viewer, change)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
});

test('suggests names from the lists in the project’s stored answers, except tracked brands', async () => {
  const { context, projectId } = await createAnsweredProject([
    '1. Driftwell, the lightest\n2. Fjordwing',
    '1. Driftwell\n2. Kelpcraft: cheap',
    '- Kelpcraft\n- Fjordwing',
    'Driftwell once more.',
  ]);
  expect(await suggestCompetitors(context, { projectId })).toEqual({
    answers: 4,
    names: [
      { name: 'Driftwell', answers: 3 },
      { name: 'Kelpcraft', answers: 2 },
    ],
  });
  const other = await dashboard.createContext();
  await expect(suggestCompetitors(other, { projectId })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test('shows how answers write the brand, and what each proposed spelling would add', async () => {
  const texts = ['McDonald’s is near.', 'McDonalds is near.', 'A McDonald meal.', 'McDonald again.'];
  const { context, projectId, own } = await createAnsweredProject(texts);
  const preview = await previewBrand(context, { projectId, brandId: own.id, name: "McDonald's" });
  expect(new Map(preview.counted.map(({ spelling, answers }) => [spelling, answers]))).toEqual(
    new Map([
      ['McDonald’s', 1],
      ['McDonalds', 1],
    ]),
  );
  expect(preview.proposed).toEqual([{ spelling: 'McDonald', answers: 2 }]);
});

test('proposes spellings for the brand of a new project, which has no answers', async () => {
  const context = await dashboard.createContext();
  expect(await previewBrand(context, { name: 'The Honest Company' })).toMatchObject({
    answers: 0,
    mentionedAfter: 0,
    proposed: [{ spelling: 'Honest', answers: 0 }],
  });
});
