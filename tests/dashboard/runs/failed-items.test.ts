import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { archivePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { retryItems } from '#lib/dashboard/runs/failed-items';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import { createTestProject, listRunItems, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Creates a completed run of two engines, three prompts and two samples. All items of the first engine failed. */
async function createFailedRun(context: Context, kind: 'manual' | 'backfill' = 'manual') {
  const { id: projectId } = await createTestProject(context, ['One?', 'Two?', 'Three?']);
  const run = await startRun(context, {
    projectId,
    kind,
    engines: ['chat', 'gen'],
    countries: ['US'],
    samples: 2,
    addOns: true,
    ...(kind === 'backfill' ? { requestedAt: new Date('2026-01-01T06:00:00Z') } : {}),
  });
  const runId = run?.runId ?? '';
  await completeRun(context, runId);
  return { projectId, runId };
}

async function completeRun({ organizationId }: Context, runId: string) {
  await dashboard.db.$client.query(
    `UPDATE run_items SET status = CASE engine WHEN 'chat' THEN 'failed' ELSE 'answered' END
     WHERE organization_id = $1 AND run_id = $2`,
    [organizationId, runId],
  );
  await dashboard.db.$client.query(
    `UPDATE runs SET status = 'completed' WHERE organization_id = $1 AND id = $2`,
    [organizationId, runId],
  );
}

test('repeats only the failed run items, and only once', async () => {
  const context = await dashboard.createContext();
  const { projectId, runId } = await createFailedRun(context);
  const newRunId = randomUUID();
  const retry = () => retryItems(context, { projectId, runId, newRunId });
  expect(await retry()).toBe(newRunId);
  expect(await retry()).toBe(newRunId);
  const listChatItems = async (id: string) =>
    (await listRunItems(context, id))
      .filter(({ engine }) => engine === 'chat')
      .map(({ promptId, country }) => `${promptId} ${country}`)
      .sort();
  const items = await listRunItems(context, newRunId);
  expect(items).toHaveLength(6);
  expect(items.every(({ status, engine }) => status === 'pending' && engine === 'chat')).toBe(true);
  expect(await listChatItems(newRunId)).toEqual(await listChatItems(runId));
  expect(await listRuns(context, { projectId })).toMatchObject([
    {
      id: newRunId,
      kind: 'manual',
      engines: ['chat'],
      countries: ['US'],
      samples: 2,
      addOns: true,
      itemCount: 6,
      status: 'sending',
    },
    { id: runId },
  ]);
});

test('skips archived prompts and rejects a run without retryable items', async () => {
  const context = await dashboard.createContext();
  const { projectId, runId } = await createFailedRun(context);
  const promptIds = [...new Set((await listRunItems(context, runId)).map(({ promptId }) => promptId))];
  await archivePrompts(context, { projectId, promptIds: promptIds.slice(0, 2) });
  const newRunId = await retryItems(context, { projectId, runId, newRunId: randomUUID() });
  expect(new Set((await listRunItems(context, newRunId)).map(({ promptId }) => promptId))).toEqual(
    new Set(promptIds.slice(2)),
  );
  await archivePrompts(context, { projectId, promptIds: promptIds.slice(2) });
  await expect(retryItems(context, { projectId, runId, newRunId: randomUUID() })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test.each(['that is not completed', 'of a backfill', 'of another organization'])(
  'rejects a run %s',
  async (which) => {
    const context = await dashboard.createContext();
    const { projectId, runId } = await createFailedRun(
      context,
      which === 'of a backfill' ? 'backfill' : 'manual',
    );
    if (which === 'that is not completed') {
      await dashboard.db.$client.query(`UPDATE runs SET status = 'waiting' WHERE id = $1`, [runId]);
    }
    const caller = which === 'of another organization' ? await dashboard.createContext() : context;
    await expect(retryItems(caller, { projectId, runId, newRunId: randomUUID() })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  },
);

test('rejects viewers', async () => {
  const context = await dashboard.createContext();
  const { projectId, runId } = await createFailedRun(context);
  const viewer: Context = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'viewer' } };
  await expect(retryItems(viewer, { projectId, runId, newRunId: randomUUID() })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

test('says that the task of a failed item may have been deleted instead of “Not found.”', () => {
  expect(describeFailure({ status: 'failed', errorCode: 'RESOURCE_NOT_FOUND', errorMessage: null })).toBe(
    'Answerscope’s API has no task for this prompt. It may have been deleted before its answer arrived.',
  );
});
