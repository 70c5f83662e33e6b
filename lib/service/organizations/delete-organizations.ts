import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { type Context, createOperatorContext } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { organizations } from '#lib/db/schema/organizations';
import { statement } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';
import { quoteName } from '#lib/email/quote-text';
import { definePeriodicJob } from '#lib/queue/jobs';
import { shareFreeCredits } from '#lib/service/credits/share-free-credits';
import { notifyMembers } from '#lib/service/organizations/notify-members';

/** Deletes organizations whose grace period is over; runs every minute. */
export const deleteOrganizationsJob = definePeriodicJob('delete-organizations', { expireSeconds: 600 });

const batchSize = 5_000;

/**
 * Deletes every row of the organizations whose grace period is over. Works in batches, each in its own transaction, so
 * the next call continues where an interrupted one stopped. Users keep their accounts.
 * @param signal stops the deletion after the current batch when aborted
 * @returns the IDs of the deleted organizations
 */
export async function deleteOrganizations(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<string[]> {
  const now = clock.now();
  const due = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(isNotNull(organizations.deletesAt), lte(organizations.deletesAt, now)))
    .orderBy(asc(organizations.deletesAt));
  const deleted: string[] = [];
  for (const { id } of due) {
    if (signal.aborted) break;
    const context = createOperatorContext({ db, clock }, id);
    try {
      if (!(await startDeletion(context)) || !(await deleteRows(context, signal))) continue;
      await db.delete(organizations).where(eq(organizations.id, id));
    } catch (error) {
      // The next call tries again; the other organizations do not wait for this one.
      log.error({ organizationId: id, error: describeError(error) }, 'deleting an organization failed');
      continue;
    }
    log.info({ organizationId: id }, 'organization deleted');
    deleted.push(id);
  }
  return deleted;
}

/**
 * Hides the organization from its members and notifies its owners, once. After this, it cannot be restored.
 * @returns false if an owner has restored it
 */
function startDeletion(context: Context): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const { organizationId, clock } = context;
    const now = clock.now();
    const [organization] = await tx
      .select({
        name: organizations.name,
        startedAt: organizations.deletionStartedAt,
        createdBy: organizations.createdBy,
      })
      .from(organizations)
      .where(and(eq(organizations.id, organizationId), lte(organizations.deletesAt, now)))
      .for('no key update');
    if (!organization) return false;
    if (organization.startedAt) return true;
    await tx
      .update(organizations)
      .set({ deletionStartedAt: now })
      .where(eq(organizations.id, organizationId));
    // Its part of the free credits goes to the other free organizations of its creator.
    if (organization.createdBy) await shareFreeCredits({ db: tx, clock }, organization.createdBy);
    // The email has no organization ID, so that it is not deleted with the organization.
    await notifyMembers({ ...context, db: tx }, ['owner'], {
      subject: `The organization ${quoteName(organization.name)} is being deleted – Answerscope`,
      paragraphs: [
        `The organization ${quoteName(organization.name)} and all its data are now being deleted from Answerscope, as scheduled. It can no longer be restored.`,
      ],
    });
    return true;
  });
}

/** Deletes the organization's rows from all tables. @returns whether all were deleted */
async function deleteRows(context: Context, signal: Pick<AbortSignal, 'aborted'>): Promise<boolean> {
  for (const { name } of await listTenantTables(context.db)) {
    const table = sql.identifier(name);
    for (;;) {
      if (signal.aborted) return false;
      const rows = await withOrganization(context, ({ db, organizationId }) =>
        db.execute(sql`
          DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${table} WHERE organization_id = ${organizationId} LIMIT ${batchSize}))
          AND organization_id = ${organizationId}`),
      );
      if (!rows.rowCount) break;
    }
  }
  return true;
}

/**
 * Lists the tables whose rows belong to an organization. Partitions are listed instead of their parents, because batches
 * are selected by `ctid`. A table comes before those that it references, so that no deletion cascades.
 */
const listTenantTables = statement({
  name: 'list-tenant-tables',
  row: { name: 'text' },
  isPrepared: false,
  text: `
    WITH RECURSIVE tenant AS (
      SELECT c.oid FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ), depth AS (
      SELECT oid, 0 AS level FROM tenant
      UNION
      SELECT r.confrelid, depth.level + 1
      FROM depth JOIN pg_constraint r ON r.conrelid = depth.oid AND r.contype = 'f' AND r.confrelid <> r.conrelid
    )
    SELECT c.relname::text AS name
    FROM tenant JOIN depth USING (oid) JOIN pg_class c USING (oid)
    GROUP BY c.relname ORDER BY max(depth.level), c.relname`,
});
