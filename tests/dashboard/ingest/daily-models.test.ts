import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { deleteProject, getProject } from '#lib/dashboard/projects/project';
import { rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { setTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
} from '#tests/support/dashboard';
import { readRollups, recountRollups } from '#tests/support/recount';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Hours of 1 March 2026 and the next days, in UTC. */
const answersArbitrary = fc.array(
  fc.record({
    hour: fc.nat(95),
    model: fc.constantFrom('gen-1', 'gen-2', undefined),
    text: fc.constantFrom('Fjordwing is great.', 'Nothing of note.', ''),
  }),
  { minLength: 10, maxLength: 40 },
);

/** Expects that the stored counts equal those of the stored answers. */
async function expectCounted(context: Context, projectId: string): Promise<unknown[]> {
  const project = await getProject(context, { projectId });
  const { models } = await readRollups(context);
  expect(models).toEqual((await recountRollups(context, project)).models);
  return models;
}

test('the counts of models equal those of the stored answers, after new time zones and a deletion, too', async () => {
  await fc.assert(
    fc.asyncProperty(
      answersArbitrary,
      fc.constantFrom('Asia/Tokyo', 'America/Los_Angeles'),
      async (answers, timeZone) => {
        const context = await dashboard.createContext(createFixedClock(new Date('2026-03-10T12:00:00Z')));
        const { id: projectId } = await createTestProject(context);
        const run = await startRun(context, {
          projectId,
          kind: 'manual',
          engines: ['chat'],
          countries: ['US', 'DE'],
          samples: 10,
        });
        const items = await listRunItems(context, run?.runId ?? '');
        const receive = async (first: number, end: number) => {
          for (const [index, { hour, ...answer }] of answers.slice(first, end).entries()) {
            const item = items[first + index];
            const createdAt = new Date(Date.UTC(2026, 2, 1, hour, 30));
            if (item) await receiveDelivery(context, buildDelivery(item, answer, { createdAt }));
          }
          await Promise.all([ingestAnswers(context), ingestAnswers(context)]);
        };
        await receive(0, 8);
        await expectCounted(context, projectId);
        await setTimeZone(context, { projectId, timeZone });
        // Answers that arrive during a rescoring count in both versions.
        await receive(8, answers.length);
        await expectCounted(context, projectId);
        await rescoreProject(context, { projectId, batchSize: 3 });
        const models = await expectCounted(context, projectId);
        const hasModel = answers.some(({ model, text }) => model !== undefined && text !== '');
        expect(models.length > 0).toBe(hasModel);
        await deleteProject(context, { projectId });
        const { rows } = await dashboard.db.$client.query(
          'SELECT FROM daily_models WHERE organization_id = $1',
          [context.organizationId],
        );
        expect(rows).toEqual([]);
      },
    ),
    { numRuns: 10, interruptAfterTimeLimit: 20_000 },
  );
});
