import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditActions } from '#lib/core/audit-actions';
import { isInstantCursor } from '#lib/core/instant-cursor';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { apiKeys } from '#lib/db/schema/api-keys';
import { auditLog, users } from '#lib/db/schema/organizations';
import { defineOperation, noInput } from '#lib/operations/define-operation';

const filterSchema = z.object({
  action: z.enum(auditActions).optional().catch(undefined),
  /** A user's ID. */
  actor: z.string().refine(isUuid).optional().catch(undefined),
  /** Entries before this one, as `<instant> <id>`. */
  before: z.string().refine(isInstantCursor).optional().catch(undefined),
});
/** Search parameters of the audit log's page. */
export interface AuditFilters {
  action?: string | undefined;
  actor?: string | undefined;
  before?: string | undefined;
}

/** Parses the filters of the audit log; invalid ones are ignored. */
export function parseAuditFilters(input: AuditFilters): z.output<typeof filterSchema> {
  return parseInput(filterSchema, input);
}

/**
 * Lists the audit log, newest first. Invalid filters are ignored.
 * @returns at most `limit` entries, and the cursor of the next page if there is one. An entry's `actor` is the name of
 *   the user or key; null for the operator, and if the user or key no longer exists.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listAuditLog(context: Context, input: AuditFilters = {}, limit = 100) {
  requirePermission(context.actor, 'audit.read');
  const { action, actor, before } = parseAuditFilters(input);
  const [instant, id] = before?.split(' ') ?? [];
  return withOrganization(context, async ({ db, organizationId }) => {
    const conditions: (SQL | undefined)[] = [
      eq(auditLog.organizationId, organizationId),
      action && eq(auditLog.action, action),
      actor === undefined ? undefined : eq(auditLog.actorId, actor),
      instant && id
        ? or(
            lt(auditLog.occurredAt, new Date(instant)),
            and(eq(auditLog.occurredAt, new Date(instant)), lt(auditLog.id, id)),
          )
        : undefined,
    ];
    const rows = await db
      .select({
        id: auditLog.id,
        occurredAt: auditLog.occurredAt,
        actorKind: auditLog.actorKind,
        actor: sql<string | null>`coalesce(${users.name}, ${apiKeys.name})`,
        action: auditLog.action,
        target: auditLog.target,
        before: auditLog.before,
        after: auditLog.after,
        ipAddress: auditLog.ipAddress,
        userAgent: auditLog.userAgent,
      })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .leftJoin(apiKeys, and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, auditLog.actorId)))
      .where(and(...conditions))
      .orderBy(desc(auditLog.occurredAt), desc(auditLog.id))
      .limit(limit + 1);
    const entries = rows.slice(0, limit);
    const last = entries.at(-1);
    const next = rows.length > limit && last ? `${last.occurredAt.toISOString()} ${last.id}` : null;
    return { entries, next };
  });
}

export const listAuditActors = defineOperation({
  name: 'audit-log.list-actors',
  title: 'List the actors of the audit log',
  description:
    'Lists the members and former members whose actions are in the audit log, sorted by name; at most 200.',
  permission: 'audit.read',
  effect: 'read',
  input: noInput,
  output: z.array(z.object({ id: z.string(), name: z.string() })),
  run: async ({ db, organizationId }) =>
    db
      .selectDistinct({ id: users.id, name: users.name })
      .from(auditLog)
      .innerJoin(users, eq(users.id, auditLog.actorId))
      .where(eq(auditLog.organizationId, organizationId))
      .orderBy(users.name)
      .limit(200),
});
