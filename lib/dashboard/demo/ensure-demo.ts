import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { requirePermission } from '#lib/core/permissions';
import { addExamples } from '#lib/dashboard/demo/add-examples';
import { fillHistoryChore } from '#lib/dashboard/demo/chores';
import { askedHour, findDemoProject } from '#lib/dashboard/demo/demo-project';
import { demoMarket } from '#lib/dashboard/demo/market';
import { createProject } from '#lib/dashboard/projects/create-project';
import { addPrompts } from '#lib/dashboard/prompts/add-prompts';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { type Context, scoped } from '#lib/db/context';
import { enqueue } from '#lib/queue/chores';

/**
 * Makes the demo's project of the fictional market with its prompts, a daily schedule and examples of what people add,
 * unless it is there, and has its history filled. Safe to call at every start.
 * @param context of the demo organization, as the operator
 */
export async function ensureDemo(context: Context): Promise<{ projectId: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { db, organizationId } = context;
  const projectId = await scoped(context, async (inside) => {
    await inside.db.$client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.demoProject]);
    const known = await findDemoProject(inside.db, organizationId);
    return known?.id ?? (await makeDemo(inside));
  });
  try {
    await enqueue(db, fillHistoryChore, { organizationId }, { key: organizationId });
  } catch (error) {
    // Before the first worker there is no queue yet; the worker's own round then begins the history.
    log.info({ reason: describeError(error) }, 'the demo waits for a worker to fill its history');
  }
  return { projectId };
}

async function makeDemo(context: Context): Promise<string> {
  const { project, brand, competitors, prompts, engines, countries } = demoMarket;
  const { id: projectId } = await createProject(context, { name: project.name, own: brand, competitors });
  await addPrompts(context, { projectId, prompts });
  await saveSchedule(context, {
    projectId,
    schedule: {
      engines,
      countries,
      samples: 1,
      addOns: true,
      cadence: 'daily',
      timeZone: 'UTC',
      hour: askedHour,
      weekday: 1,
    },
  });
  await addExamples(context, projectId);
  return projectId;
}
