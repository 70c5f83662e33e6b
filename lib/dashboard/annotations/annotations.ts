import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import type { Annotation } from '#lib/core/metric';
import { type Actor, requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { isDay } from '#lib/core/time';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { lockProject, requireUnchanged } from '#lib/dashboard/projects/project';
import { type Context, hasValues, queryRows, withOrganization } from '#lib/db/client';
import { annotations } from '#lib/db/schema/projects';

const noteInputSchema = z.object({
  day: z.string().refine(isDay, 'Choose a day.'),
  text: singleLineSchema({ required: 'Describe what happened.', maxLength: 200 }),
});

export type NoteInput = z.input<typeof noteInputSchema>;

const noteNotFound = () => notFound('Note not found. It may have been deleted.');

const isNote = (organizationId: string, projectId: string, noteId: string) =>
  hasValues(annotations, { organizationId, projectId, id: noteId, kind: 'note' });

/** Adds a note to a project. @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export async function addNote(
  context: Context,
  { projectId, note }: { projectId: string; note: NoteInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  return withOrganization(context, async ({ db, organizationId, actor, clock }) => {
    await lockProject(db, organizationId, projectId);
    const createdBy = actor.kind === 'member' ? actor.userId : null;
    const [added] = await db
      .insert(annotations)
      .values({ organizationId, projectId, day, text, kind: 'note', createdBy, createdAt: clock.now() })
      .returning({ id: annotations.id });
    if (!added) throw new Error('Adding a note returned no row.');
    return added;
  });
}

/**
 * Changes the day and text of a note.
 * @param original the note that the form showed; undefined overwrites newer edits
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR with the field `original` when it has changed since
 */
export async function editNote(
  context: Context,
  {
    projectId,
    noteId,
    note,
    original,
  }: { projectId: string; noteId: string; note: NoteInput; original?: NoteInput },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  if (!isUuid(projectId) || !isUuid(noteId)) throw noteNotFound();
  await withOrganization(context, async ({ db, organizationId }) => {
    const isStored = isNote(organizationId, projectId, noteId);
    const [stored] = await db
      .select({ day: annotations.day, text: annotations.text })
      .from(annotations)
      .where(isStored)
      .for('update');
    if (!stored) throw noteNotFound();
    if (original) requireUnchanged(noteInputSchema, { name: 'The note', original, stored });
    await db.update(annotations).set({ day, text }).where(isStored);
  });
}

/** Deletes a note. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteNote(
  context: Context,
  { projectId, noteId }: { projectId: string; noteId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId) || !isUuid(noteId)) throw noteNotFound();
  const deleted = await withOrganization(context, ({ db, organizationId }) =>
    db
      .delete(annotations)
      .where(isNote(organizationId, projectId, noteId))
      .returning({ id: annotations.id }),
  );
  if (deleted.length === 0) throw noteNotFound();
}

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
      ...(await listModelChanges(tx, filters)),
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
  { projectId, from, to }: MetricFilters,
): Promise<Annotation[]> {
  const withNotes = canReadNotes(actor);
  const rows = await queryRows<{
    kind: 'note' | 'brands' | 'experiment';
    id: string;
    day: string;
    text: string;
  }>(
    db,
    sql`
      SELECT kind, id, day::text AS day, text, created_at FROM annotations
      WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND day BETWEEN ${from} AND ${to}
        AND (kind = 'brands' OR kind = 'note' AND ${withNotes})
      UNION ALL
      SELECT 'experiment', id, changed_on::text, name, created_at FROM experiments
      WHERE organization_id = ${organizationId} AND project_id = ${projectId}
        AND changed_on BETWEEN ${from} AND ${to} AND ${withNotes}
      ORDER BY day, created_at`,
  );
  return rows.map(({ kind, id, day, text }) =>
    kind === 'note' ? { kind, id, day, text } : { kind, day, text },
  );
}

type PromptChange = Extract<Annotation, { kind: 'prompts' }>;

async function listPromptChanges(
  { db, organizationId }: Context,
  { projectId, from, to, promptIds, topics, tags }: MetricFilters,
): Promise<PromptChange[]> {
  const rows = await queryRows<Omit<PromptChange, 'kind'>>(
    db,
    sql`
      SELECT changed.day::text AS day, count(*) FILTER (WHERE changed.added) AS added,
        count(*) FILTER (WHERE NOT changed.added) AS archived
      FROM prompts
      JOIN projects ON projects.organization_id = prompts.organization_id AND projects.id = prompts.project_id
      CROSS JOIN LATERAL (
        VALUES (true, (prompts.created_at AT TIME ZONE 'UTC')::date),
               (false, (prompts.archived_at AT TIME ZONE 'UTC')::date)
      ) changed (added, day)
      WHERE prompts.organization_id = ${organizationId} AND prompts.project_id = ${projectId}
        ${promptIds.length > 0 ? sql`AND prompts.id = ANY (${sql.param(promptIds)}::uuid[])` : sql``}
        ${topics.length > 0 ? sql`AND prompts.topic = ANY (${sql.param(topics)}::text[])` : sql``}
        ${tags.length > 0 ? sql`AND prompts.tags && ${sql.param(tags)}::text[]` : sql``}
        AND changed.day BETWEEN ${from} AND ${to}
        AND changed.day > (projects.created_at AT TIME ZONE 'UTC')::date
      GROUP BY changed.day`,
  );
  return rows.map((row) => ({ kind: 'prompts', ...row }));
}

export type ModelChange = Extract<Annotation, { kind: 'model' }>;

/** An engine's model on a day is the most frequent one among this many of the day's latest answers. */
const latestAnswersPerDay = 9;
/** Number of days before the period in which to look for the previous model; includes the last run of a weekly schedule. */
const lookBackDays = 8;

/** Lists the days on which an engine's model differs from the one on its previous day with answers. */
export async function listModelChanges(
  { db, organizationId }: Context,
  { projectId, from, to, engines }: MetricFilters,
): Promise<ModelChange[]> {
  const rows = await queryRows<Omit<ModelChange, 'kind'>>(
    db,
    sql`
      WITH engine_days AS MATERIALIZED (
        SELECT DISTINCT day, engine FROM daily_answers
        WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND answered > 0
          AND scoring_version = (
            SELECT scoring_version FROM projects WHERE organization_id = ${organizationId} AND id = ${projectId}
          )
          AND day BETWEEN ${from}::date - ${lookBackDays}::int AND ${to}
          ${engines.length > 0 ? sql`AND engine = ANY (${sql.param(engines)}::text[])` : sql``}
      ), daily_models AS (
        SELECT day, engine, (
          SELECT mode() WITHIN GROUP (ORDER BY model) FROM (
            SELECT model FROM answers
            WHERE organization_id = ${organizationId} AND project_id = ${projectId}
              AND engine = engine_days.engine AND status = 'answered'
              -- Constant bounds, which exclude the partitions of other months.
              AND requested_at >= (${from}::date - ${lookBackDays}::int)::timestamp AT TIME ZONE 'UTC'
              AND requested_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
              AND requested_at >= engine_days.day::timestamp AT TIME ZONE 'UTC'
              AND requested_at < (engine_days.day + 1)::timestamp AT TIME ZONE 'UTC'
            ORDER BY requested_at DESC NULLS LAST LIMIT ${latestAnswersPerDay}
          ) latest
        ) AS model
        FROM engine_days
      ), changes AS (
        SELECT day, engine, model AS now, lag(model) OVER (PARTITION BY engine ORDER BY day) AS before
        FROM daily_models WHERE model IS NOT NULL
      )
      SELECT day::text AS day, engine, before, now FROM changes WHERE before <> now AND day >= ${from}
      ORDER BY day, engine`,
  );
  return rows.map((row) => ({ kind: 'model', ...row }));
}
