import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '#lib/db/schema/columns';

/** Who changed what in an organization. A trigger rejects changes and deletions of rows. */
export const auditLog = pgTable(
  'audit_log',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    occurredAt: instant('occurred_at').notNull(),
    /** `member`, `key`, `share` or `operator`. */
    actorKind: text('actor_kind').notNull(),
    /** The user, key or share link; null for the operator. */
    actorId: uuid('actor_id'),
    /** What was done, such as `member.removed`. */
    action: text().notNull(),
    /** What it was done to, as people know it: a name, an email address or a domain. */
    target: text().notNull(),
    targetId: uuid('target_id'),
    /** The changed values before and after, without secrets; null if there is nothing to compare. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    /** Null for work without a request. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('audit_log_recent').on(table.organizationId, table.occurredAt.desc()),
  ],
);
