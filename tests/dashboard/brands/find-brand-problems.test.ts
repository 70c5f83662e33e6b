import { afterAll, expect, test } from 'vitest';
import { addCompetitor, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { findBrandProblems } from '#lib/dashboard/brands/find-brand-problems';
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

/** Creates a project whose brand has other settings and ingests answers with the same text and cited URL. */
async function findProblems(name: string, text: string, url: string | null) {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  const { own } = await getProject(context, { projectId });
  await updateBrand(context, { projectId, brandId: own.id, name, domains: ['fjordwing.example'] });
  const run = await startRun(context, {
    projectId,
    kind: 'manual',
    engines: ['office'],
    countries: ['US', 'DE', 'FR'],
    samples: 10,
  });
  const cited = url === null ? [] : [url];
  for (const item of await listRunItems(context, run?.runId ?? '')) {
    await receiveDelivery(context, buildDelivery(item, { text, cited }));
  }
  await ingestAnswers(context);
  return { context, projectId, own, problems: await findBrandProblems(context, { projectId }) };
}

test('flags a brand that answers cite but never mention', async () => {
  const { own, problems } = await findProblems('Fjordwing Boats', 'A boat.', 'https://fjordwing.example/');
  expect(problems).toMatchObject([{ brandId: own.id, kind: 'cited but not mentioned' }]);
});

test('flags a name that is in almost every answer but never cited', async () => {
  const { problems } = await findProblems('Boat', 'A boat.', 'https://other.example/');
  expect(problems).toMatchObject([{ kind: 'mentioned almost everywhere' }]);
});

test('flags a competitor with the domain or the name of the own brand, and no other', async () => {
  const { context, projectId, problems } = await findProblems('Demand IQ', 'Nothing.', null);
  expect(problems).toEqual([]);
  const names = ['DemandIQ Inc.', 'Other'];
  const domains = [['iq.example'], ['shop.fjordwing.example']];
  for (const [index, name] of names.entries()) {
    await addCompetitor(context, { projectId, name, domains: domains[index] });
  }
  await addCompetitor(context, { projectId, name: 'Third', domains: ['third.example'] });
  expect((await findBrandProblems(context, { projectId })).map(({ kind }) => kind)).toEqual([
    'same brand',
    'same brand',
  ]);
});
