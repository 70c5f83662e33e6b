import { addDays, dayOf } from '#lib/dashboard/analytics/days';
import { addNote } from '#lib/dashboard/annotations/add-note';
import { createExperiment } from '#lib/dashboard/experiments/create-experiment';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { saveView } from '#lib/dashboard/saved-views/save-view';
import type { Context } from '#lib/db/context';

const noteDaysAgo = 9;
const changeDaysAgo = 17;

/** The prompts that the change is about: a third of them. */
const changedFor = /grip|wet|wide|muddy|wear|last|durable/;

const note = 'A magazine’s test of trail shoes came out; ours took part.';

const experiment = {
  name: 'Guides to grip, fit and wear',
  what: 'Three guides on the site: grip on wet rock, room for wide feet, and how long each shoe lasts.',
};

const views = [
  { name: 'Japan this week', screen: 'overview', query: 'days=7&country=JP' },
  { name: 'What Chat cites', screen: 'sources', query: 'engine=chat' },
];

/** Gives a new demo a note, an experiment and saved views, so that the screens of these have something to show. */
export async function addExamples(context: Context, projectId: string): Promise<void> {
  const today = dayOf(context.clock.now());
  await addNote(context, { projectId, note: { day: addDays(today, -noteDaysAgo), text: note } });
  const prompts = await listPrompts(context, { projectId });
  const promptIds = prompts.filter(({ text }) => changedFor.test(text)).map(({ id }) => id);
  await createExperiment(context, {
    projectId,
    experiment: { ...experiment, changedOn: addDays(today, -changeDaysAgo), promptIds },
  });
  for (const view of views) await saveView(context, { projectId, view });
}
