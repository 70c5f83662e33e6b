import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Plan } from '#lib/contract/plans';
import type { Role } from '#lib/core/permissions';
import { bytea, createdAt, instant, organizationId } from '#lib/db/schema/columns';

/** The tenants, to which almost all other rows belong. */
export const organizations = pgTable(
  'organizations',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    plan: text().$type<Plan>().notNull().default('free'),
    /** The maximum number of sync requests in flight; `task_queue_stats.async_concurrency` is the limit of tasks. */
    syncConcurrency: integer('sync_concurrency').notNull(),
    /** The webhook signing secret; null while signing is off. */
    signingSecretEncrypted: text('signing_secret_encrypted'),
    /** The secret before the last rotation, which also signs until the overlap ends. */
    previousSigningSecretEncrypted: text('previous_signing_secret_encrypted'),
    previousSigningSecretExpiresAt: instant('previous_signing_secret_expires_at'),
    createdAt: createdAt(),
    /** The user who created it; null if the operator did. */
    createdBy: uuid('created_by'),
    /** Whether members see it only if they have a second factor. */
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    /**
     * When its deletion begins; null unless an owner has scheduled it. Until then it is suspended and can be restored.
     */
    deletesAt: instant('deletes_at'),
    /** When the deletion of its rows began. The deletion cannot be stopped. */
    deletionStartedAt: instant('deletion_started_at'),
  },
  (table) => [
    index('organizations_deletion').on(table.deletesAt).where(sql`${table.deletesAt} IS NOT NULL`),
    index('organizations_previous_secret')
      .on(table.previousSigningSecretExpiresAt)
      .where(sql`${table.previousSigningSecretExpiresAt} IS NOT NULL`),
    index('organizations_creator').on(table.createdBy).where(sql`${table.createdBy} IS NOT NULL`),
  ],
);

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower case. */
    email: text().notNull(),
    name: text().notNull(),
    /** Null for a user who signs in only with an identity provider or a passkey. */
    passwordHash: text('password_hash'),
    /** When the email address was verified; null until then. */
    emailVerifiedAt: instant('email_verified_at'),
    createdAt: createdAt(),
    /** What a password reset ended, as sentences, until the user has read it. */
    resetNotice: jsonb('reset_notice').$type<string[]>(),
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
);

/** A browser that a user is signed in with. Deleted at sign-out, so that a copied cookie stops working too. */
export const userSessions = pgTable(
  'user_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: createdAt(),
    /** Updated at most every five minutes. */
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the user was last authenticated in this browser. */
    authenticatedAt: instant('authenticated_at').notNull().defaultNow(),
    /** When a passkey last verified the user in this browser; null if none did. */
    passkeyVerifiedAt: instant('passkey_verified_at'),
  },
  (table) => [
    index('user_sessions_user').on(table.userId),
    index('user_sessions_expiry').on(table.expiresAt),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<Role>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_user').on(table.userId),
    check('memberships_role', sql`${table.role} IN ('owner', 'admin', 'editor', 'viewer')`),
  ],
);

/** An invitation by link, which may have been sent by email. */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: uuid().notNull().defaultRandom(),
    tokenHash: bytea('token_hash').notNull(),
    role: text().$type<Role>().notNull(),
    /** A note to distinguish invitations, usually an email address. */
    label: text().notNull().default(''),
    /** The address that the link was sent to, in lower case; null if it was not sent. */
    email: text(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** The user who joined with it; null until then. */
    acceptedBy: uuid('accepted_by'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('invitations_token').on(table.tokenHash),
  ],
);

/** Counts of limited attempts: one row per limit and subject. When the table was named, only sign-ins were limited. */
export const attemptCounts = pgTable('auth_attempts', {
  /** SHA-256 of the limit and the subject, such as `sign-in-account:<email>` or `sign-in-ip:<network>`. */
  subjectHash: text('subject_hash').primaryKey(),
  attempts: integer().notNull(),
  resetsAt: instant('resets_at').notNull(),
});

/**
 * The changes that members and others made in an organization. A trigger rejects updates, and deletions except those of
 * an organization that is being deleted.
 */
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
    /** The kind of change, such as `member.removed`. */
    action: text().notNull(),
    /** The changed object, as members know it: a name, an email address or a domain. */
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
