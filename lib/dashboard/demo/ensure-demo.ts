import { z } from 'zod';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { requirePermission } from '#lib/core/permissions';
import { addDays, toUtcDay } from '#lib/core/time';
import { addNote } from '#lib/dashboard/annotations/annotations';
import { backfillDemoJob, demoRunHourUtc } from '#lib/dashboard/demo/backfill';
import { demoSeed, findDemoProject } from '#lib/dashboard/demo/demo-project';
import { createExperiment } from '#lib/dashboard/experiments/experiments';
import { createProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { saveView } from '#lib/dashboard/saved-views/saved-views';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { takeAdvisoryLock } from '#lib/db/advisory-locks';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { enqueue } from '#lib/queue/jobs';

/**
 * Enqueues the backfill of the demo's project. If the project does not exist, it is created first, with prompts, a weekly
 * schedule, and examples of a note, an experiment and saved views. Safe to call at every start.
 * @param options.isScheduled false pauses the schedule of a new project, so that it spends no credits and no money
 */
export async function ensureDemo(
  context: Context,
  { isScheduled = true }: { isScheduled?: boolean } = {},
): Promise<{ projectId: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { db, organizationId } = context;
  const projectId = await withOrganization(context, async (tx) => {
    await takeAdvisoryLock(tx.db, 'demoProject');
    const existing = await findDemoProject(tx.db, organizationId);
    return existing?.id ?? (await createDemo(tx, isScheduled));
  });
  try {
    await enqueue(db, backfillDemoJob, { organizationId }, { key: organizationId });
  } catch (error) {
    // The first worker creates the queue. Its periodic job then starts the backfill.
    log.info({ reason: describeError(error) }, 'demo backfill is waiting for a worker');
  }
  return { projectId };
}

/** See `ensureDemo`. */
export const exploreDemo = defineOperation({
  name: 'demo.explore',
  title: 'Add the demo project',
  description:
    'Adds a project with invented brands and answers of the past weeks to the organization, if it has none. Its schedule is paused, so that it costs no credits.',
  permission: 'projects.edit',
  effect: 'write',
  input: noInput,
  output: z.object({ projectId: z.string() }),
  audit: [
    'project.created',
    'prompts.added',
    'schedule.changed',
    'note.created',
    'experiment.created',
    'saved-view.created',
  ],
  isTransaction: false,
  run: (context) => ensureDemo(context, { isScheduled: false }),
});

async function createDemo(context: Context, isScheduled: boolean): Promise<string> {
  const { name, brand, competitors, prompts, engines, countries } = demoSeed;
  const { id: projectId } = await createProject(context, { name, own: brand, competitors });
  await addPrompts(context, { projectId, prompts });
  await saveSchedule(context, {
    projectId,
    engines,
    countries,
    samples: 1,
    addOns: true,
    cadence: 'weekly',
    timeZone: 'UTC',
    hour: demoRunHourUtc,
    weekday: 1,
    enabled: isScheduled,
  });
  await addExamples(context, projectId);
  return projectId;
}

const noteDaysAgo = 9;
// Four periods of this length fit into the backfilled weeks, so that the check without a change is possible at first.
const changeDaysAgo = 12;

/** Matches the treatment prompts of the experiment, about a third of all. */
const treatmentPattern = /grip|wet|wide|muddy|wear|last|durable/;

async function addExamples(context: Context, projectId: string): Promise<void> {
  const today = toUtcDay(context.clock.now());
  await addNote(context, { projectId, day: addDays(today, -noteDaysAgo), text: demoSeed.note });
  const prompts = await listPrompts(context, { projectId });
  const promptIds = prompts.filter(({ text }) => treatmentPattern.test(text)).map(({ id }) => id);
  await createExperiment(context, {
    projectId,
    ...demoSeed.experiment,
    changedOn: addDays(today, -changeDaysAgo),
    promptIds,
    assignment: 'chosen',
  });
  for (const view of demoSeed.views) await saveView(context, { projectId, ...view });
}
