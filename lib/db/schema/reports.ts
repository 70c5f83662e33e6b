import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant, organizationId, projectColumns } from '#lib/db/schema/columns';
import { organizations } from '#lib/db/schema/organizations';
import { projectConstraints } from '#lib/db/schema/projects';

/** A page composed of blocks, bound to filters. */
export const reports = pgTable(
  'reports',
  {
    ...projectColumns(),
    name: text().notNull(),
    /** The query string of its filters, which viewers can narrow but not widen. */
    filters: text().notNull().default(''),
    /** `ReportBlock[]`, from top to bottom. */
    blocks: jsonb().notNull(),
    /** Counts edits, to detect concurrent ones. */
    revision: integer().notNull().default(1),
    /** When its data was stored; null while it is live. */
    frozenAt: instant('frozen_at'),
    /** `ReportData` when the report was frozen, with the rows of its tables; null while it is live. */
    frozenData: jsonb('frozen_data'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    ...projectConstraints(table),
    index('reports_project').on(table.organizationId, table.projectId, table.createdAt),
  ],
);

/** References the report, whose deletion deletes the row. */
const reportReference = (table: { organizationId: AnyPgColumn; reportId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.organizationId, table.reportId],
    foreignColumns: [reports.organizationId, reports.id],
  }).onDelete('cascade');

/** A link that shows a report to people without an account. */
export const shares = pgTable(
  'shares',
  {
    ...projectColumns(),
    reportId: uuid('report_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** A note to tell links apart, such as whom it was sent to. */
    label: text().notNull().default(''),
    /** Null without a password. */
    passwordHash: text('password_hash'),
    /** Null if it never expires. */
    expiresAt: instant('expires_at'),
    /** Whether only the first browser that opens the link can show the report, for 24 hours. */
    isOneTime: boolean('is_one_time').notNull().default(false),
    /** When a one-time link was opened, and the hash of the secret of the browser that opened it. */
    openedAt: instant('opened_at'),
    openedByHash: bytea('opened_by_hash'),
    /** Whether viewers see notes and experiments on charts. */
    showsNotes: boolean('shows_annotations').notNull().default(false),
    /** Whether viewers can download the report's tables. */
    allowsDownloads: boolean('allows_downloads').notNull().default(false),
    /** Origins whose pages may embed the report, such as `https://intranet.example`. */
    embedOrigins: text('embed_origins').array().notNull().default(sql`'{}'`),
    viewCount: integer('view_count').notNull().default(0),
    firstViewedAt: instant('first_viewed_at'),
    lastViewedAt: instant('last_viewed_at'),
    /** While it is set, the link responds with 404. */
    pausedAt: instant('paused_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    ...projectConstraints(table),
    reportReference(table),
    uniqueIndex('shares_token').on(table.tokenHash),
    index('shares_report').on(table.organizationId, table.reportId),
  ],
);

/**
 * A recent visitor of a share link. Limits how often the visitor guesses the password, and lets repeated page loads of one
 * visitor count as a single view of the link.
 */
export const shareVisitors = pgTable(
  'share_visitors',
  {
    organizationId: organizationId(),
    shareId: uuid('share_id').notNull(),
    /** Hash of the visitor's IP network and the link. */
    visitorHash: bytea('visitor_hash').notNull(),
    wrongPasswords: integer('wrong_passwords').notNull().default(0),
    wrongSince: instant('wrong_since'),
    lastViewedAt: instant('last_viewed_at'),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.shareId, table.visitorHash] }),
    foreignKey({
      columns: [table.organizationId, table.shareId],
      foreignColumns: [shares.organizationId, shares.id],
    }).onDelete('cascade'),
  ],
);

/** The branding of an organization's reports (white label). */
export const organizationBranding = pgTable('organization_branding', {
  organizationId: organizationId()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** A PNG in base64; null for none. */
  logoPng: text('logo_png'),
  /** As `#rrggbb`; null for the default. */
  accentColor: text('accent_color'),
  footer: text().notNull().default(''),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
