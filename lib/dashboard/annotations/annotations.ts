import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { getSpan, toDay } from '#lib/core/days';
import { notFound } from '#lib/core/errors';
import type { Annotation } from '#lib/core/metric';
import type { Actor } from '#lib/core/permissions';
import { isDay } from '#lib/core/time';
import { idSchema, originalSchema, singleLineSchema } from '#lib/core/validation';
import { selectQuarterHour, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listModelChanges } from '#lib/dashboard/annotations/model-changes';
import { lockProject, projectIdSchema, requireUnchanged } from '#lib/dashboard/projects/project';
import { compareValues } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { queryRows } from '#lib/db/query-rows';
import { annotations } from '#lib/db/schema/projects';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';
import { formFields } from '#lib/operations/form-fields';

const noteFields = {
  day: z
    .string()
    .refine(isDay, 'Choose a day.')
    .describe('The day it happened: YYYY-MM-DD.')
    .register(formFields, { label: 'Day', control: 'date' }),
  text: singleLineSchema({ required: 'Describe what happened.', maxLength: 200 }).register(formFields, {
    label: 'What happened',
    placeholder: 'New comparison page published',
  }),
};
const noteSchema = z.object(noteFields);

const noteNotFound = () => notFound('Note not found. It may have been deleted.');

const isNote = (organizationId: string, projectId: string, noteId: string) =>
  hasValues(annotations, { organizationId, projectId, id: noteId, kind: 'note' });

/** @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export const addNote = defineOperation({
  name: 'notes.add',
  title: 'Add a note',
  description: 'Adds a note to a project. Charts over time show it on its day, for all members.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, ...noteFields }),
  output: createdSchema,
  audit: ['note.created'],
  async run(context, { projectId, text, ...rest }) {
    const { db, organizationId, actor, clock } = context;
    await lockProject(db, organizationId, projectId);
    const createdBy = actor.kind === 'member' ? actor.userId : null;
    const [added] = await db
      .insert(annotations)
      .values({ organizationId, projectId, text, ...rest, kind: 'note', createdBy, createdAt: clock.now() })
      .returning({ id: annotations.id });
    if (!added) throw new Error('Adding a note returned no row.');
    await context.audit({ target: text, targetId: added.id, after: rest });
    return added;
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR with the field `original` if the note has changed since */
export const editNote = defineOperation({
  name: 'notes.edit',
  title: 'Edit a note',
  description: 'Changes the day and the text of a note.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    noteId: idSchema('note'),
    ...noteFields,
    original: originalSchema<z.input<typeof noteSchema>>(),
  }),
  audit: ['note.changed'],
  async run(context, { projectId, noteId, original, ...note }) {
    const { db, organizationId } = context;
    const isStored = isNote(organizationId, projectId, noteId);
    const [stored] = await db
      .select({ day: annotations.day, text: annotations.text })
      .from(annotations)
      .where(isStored)
      .for('update');
    if (!stored) throw noteNotFound();
    if (original) requireUnchanged(noteSchema, { name: 'The note', original, stored });
    await db.update(annotations).set(note).where(isStored);
    const change = compareValues(stored, note);
    if (change) await context.audit({ target: note.text, targetId: noteId, ...change });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteNote = defineOperation({
  name: 'notes.delete',
  title: 'Delete a note',
  description: 'Deletes a note of a project.',
  permission: 'projects.edit',
  effect: 'delete',
  input: z.object({ projectId: projectIdSchema, noteId: idSchema('note') }),
  audit: ['note.deleted'],
  async run(context, { projectId, noteId }) {
    const { db, organizationId } = context;
    const [deleted] = await db
      .delete(annotations)
      .where(isNote(organizationId, projectId, noteId))
      .returning({ text: annotations.text, day: annotations.day });
    if (!deleted) throw noteNotFound();
    const { text, ...before } = deleted;
    await context.audit({ target: text, targetId: noteId, before });
  },
});

/**
 * Lists the annotations of a period, oldest first: notes, experiments, brand changes, prompts added or archived after
 * the project's first day, and model changes of engines. Viewers of a share link see notes and experiments only
 * if the link shows them.
 */
export function listAnnotations(context: Context, filters: MetricFilters): Promise<Annotation[]> {
  return withMetricsTransaction(context, async (tx) => {
    const annotations = [
      ...(await listStoredAnnotations(tx, filters)),
      ...(await listPromptChanges(tx, filters)),
      ...(await listModelAnnotations(tx, filters)),
    ];
    return annotations.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  });
}

/** Returns whether an actor sees notes and experiments; viewers of a share link only if the link shows them. */
export function canReadNotes(actor: Actor): boolean {
  return actor.kind !== 'share' || actor.showsNotes;
}

async function listStoredAnnotations(
  { db, organizationId, actor }: Context,
  { projectId, from, to, timeZone }: MetricFilters,
): Promise<Annotation[]> {
  const withNotes = canReadNotes(actor);
  const { start, end } = getSpan({ from, to }, timeZone);
  const rows = await queryRows<{
    kind: 'note' | 'brands' | 'experiment';
    id: string;
    day: string;
    text: string;
    createdAt: Date;
  }>(
    db,
    sql`
      SELECT kind, id, day::text AS day, text, created_at AS "createdAt" FROM annotations
      WHERE organization_id = ${organizationId} AND project_id = ${projectId}
        AND (kind = 'brands' AND created_at >= ${start}::timestamptz AND created_at < ${end}::timestamptz
          OR kind = 'note' AND day BETWEEN ${from} AND ${to} AND ${withNotes})
      UNION ALL
      SELECT 'experiment', id, changed_on::text, name, created_at FROM experiments
      WHERE organization_id = ${organizationId} AND project_id = ${projectId}
        AND changed_on BETWEEN ${from} AND ${to} AND ${withNotes}
      ORDER BY day, "createdAt"`,
  );
  // People choose the days of notes and experiments, which a change of the time zone must not move.
  return rows.map(({ kind, id, day, text, createdAt }) => {
    if (kind === 'note') return { kind, id, day, text };
    return { kind, day: kind === 'brands' ? toDay(createdAt, timeZone) : day, text };
  });
}

type PromptChange = Extract<Annotation, { kind: 'prompts' }>;

async function listPromptChanges(
  { db, organizationId }: Context,
  { projectId, from, to, timeZone, promptIds, topics, tags }: MetricFilters,
): Promise<PromptChange[]> {
  const { start, end } = getSpan({ from, to }, timeZone);
  const rows = await queryRows<{ at: Date; projectCreatedAt: Date; added: number; archived: number }>(
    db,
    sql`
      SELECT ${selectQuarterHour('changed.at')} AS at, projects.created_at AS "projectCreatedAt",
        count(*) FILTER (WHERE changed.added) AS added, count(*) FILTER (WHERE NOT changed.added) AS archived
      FROM prompts
      JOIN projects ON projects.organization_id = prompts.organization_id AND projects.id = prompts.project_id
      CROSS JOIN LATERAL (VALUES (true, prompts.created_at), (false, prompts.archived_at)) changed (added, at)
      WHERE prompts.organization_id = ${organizationId} AND prompts.project_id = ${projectId}
        ${promptIds.length > 0 ? sql`AND prompts.id = ANY (${sql.param(promptIds)}::uuid[])` : sql``}
        ${topics.length > 0 ? sql`AND prompts.topic = ANY (${sql.param(topics)}::text[])` : sql``}
        ${tags.length > 0 ? sql`AND prompts.tags && ${sql.param(tags)}::text[]` : sql``}
        AND changed.at >= ${start}::timestamptz AND changed.at < ${end}::timestamptz
      GROUP BY 1, 2`,
  );
  const later = rows.filter(
    ({ at, projectCreatedAt }) => toDay(at, timeZone) > toDay(projectCreatedAt, timeZone),
  );
  return [...Map.groupBy(later, ({ at }) => toDay(at, timeZone))].map(([day, changes]) => ({
    kind: 'prompts',
    day,
    added: changes.reduce((sum, { added }) => sum + added, 0),
    archived: changes.reduce((sum, { archived }) => sum + archived, 0),
  }));
}

/** Lists the days of the period on which the models of an engine changed. */
async function listModelAnnotations(context: Context, filters: MetricFilters): Promise<Annotation[]> {
  const changes = await listModelChanges(context, filters, filters);
  return changes.flatMap(({ day, engine, before, now }): Annotation[] =>
    day >= filters.from && day <= filters.to ? [{ kind: 'model', day, engine, before, now }] : [],
  );
}
