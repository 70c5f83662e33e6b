import { randomUUID } from 'node:crypto';
import { addNote, deleteNote, editNote } from '#lib/dashboard/annotations/annotations';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { createExperiment, deleteExperiment, editExperiment } from '#lib/dashboard/experiments/experiments';
import { setDomainType } from '#lib/dashboard/projects/set-domain-type';
import { addPrompts, archivePrompts, rewordPrompt, updatePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { importPrompts } from '#lib/dashboard/prompts/import-prompts';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { createReport, saveReport } from '#lib/dashboard/reports/reports';
import { startRun } from '#lib/dashboard/runs/run-store';
import { deleteView, renameView, saveView } from '#lib/dashboard/saved-views/saved-views';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import type { Context } from '#lib/db/context';

/** Changes a project in every way except its alerts, budgets and share links. The project has no prompts before. */
export async function changeProject(owner: Context, projectId: string): Promise<void> {
  await changeBrands(owner, projectId);
  await changePrompts(owner, projectId);
  await changeNotesAndViews(owner, projectId);
  await setDomainType(owner, { projectId, domain: 'trail.example', type: 'forum' });
  await saveSchedule(owner, { projectId, ...defaultSchedule });
  await saveSchedule(owner, { projectId, ...defaultSchedule, cadence: 'weekly' });
  await startRun(owner, {
    projectId,
    id: randomUUID(),
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  const report = { name: 'Weekly', filters: '', blocks: [] };
  const { id: reportId } = await createReport(owner, { projectId, ...report });
  await saveReport(owner, { projectId, reportId, revision: 1, ...report, name: 'Monthly' });
}

async function changeBrands(owner: Context, projectId: string): Promise<void> {
  const brand = { name: 'Tidewater', domains: ['tidewater.example'] };
  const { id: brandId } = await addCompetitor(owner, { projectId, ...brand });
  await updateBrand(owner, { projectId, brandId, ...brand, aliases: ['Tide'] });
  await removeBrand(owner, { projectId, brandId });
}

async function changePrompts(owner: Context, projectId: string): Promise<void> {
  await addPrompts(owner, { projectId, prompts: [{ text: 'Which kayak?' }, { text: 'Which paddle?' }] });
  await importPrompts(owner, { projectId, csv: 'prompt\nWhich vest?\nWhich helmet?\nWhich boots?' });
  const prompts = await listPrompts(owner, { projectId });
  const promptIds = prompts.map(({ id }) => id);
  await updatePrompts(owner, { projectId, promptIds, topic: 'Gear', tags: ['new'] });
  const [first = '', second = ''] = promptIds;
  await rewordPrompt(owner, { projectId, promptId: first, text: 'Which rope?' });
  await archivePrompts(owner, { projectId, promptIds: [second] });
  const experiment = {
    name: 'New page',
    description: 'A page about vests.',
    changedOn: owner.clock.now().toISOString().slice(0, 10),
    promptIds: [second],
  };
  const { id: experimentId } = await createExperiment(owner, { projectId, ...experiment });
  const renamed = { ...experiment, name: 'Newer page' };
  await editExperiment(owner, { projectId, experimentId, ...renamed });
  await deleteExperiment(owner, { projectId, experimentId });
}

async function changeNotesAndViews(owner: Context, projectId: string): Promise<void> {
  const note = { day: '2026-03-02', text: 'Launch' };
  const { id: noteId } = await addNote(owner, { projectId, ...note });
  await editNote(owner, { projectId, noteId, ...note, day: '2026-03-03' });
  await deleteNote(owner, { projectId, noteId });
  const view = { name: 'Last week', page: 'overview', query: 'days=7' };
  const { id: viewId } = await saveView(owner, { projectId, ...view });
  await renameView(owner, { projectId, viewId, name: 'A week' });
  await deleteView(owner, { projectId, viewId });
}
