import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant, organizationId } from '#lib/db/schema/columns';
import { ofProject } from '#lib/db/schema/projects';

/** A read-only link to a project's overview; only the hash of its token is kept. */
export const shares = pgTable(
  'shares',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** The query string of filters the link is bound to. */
    filters: text().notNull().default(''),
    /** Asked of whoever opens it; null for none. */
    passwordHash: text('password_hash'),
    /** Wrong passwords given since `wrongSince`, so that guessing is slow. */
    wrongPasswords: integer('wrong_passwords').notNull().default(0),
    wrongSince: instant('wrong_since'),
    /** Opens nothing from then on; null for never. */
    expiresAt: instant('expires_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    uniqueIndex('shares_token').on(table.tokenHash),
  ],
);

/** What happened on a day, marked on charts over time. */
export const annotations = pgTable(
  'annotations',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** `note` by a person; `model`, `prompts` or `brands` where it was noticed by itself. */
    kind: text().notNull(),
    text: text().notNull(),
    /** Null where nobody wrote it. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    index('annotations_day').on(table.organizationId, table.projectId, table.day),
    check('annotations_kind', sql`${table.kind} IN ('note', 'model', 'prompts', 'brands')`),
  ],
);

/** A view of a screen that is kept under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    /** The screen's part of the address, `overview` say. */
    screen: text().notNull(),
    /** The query string of its filters. */
    query: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    index('saved_views_project').on(table.organizationId, table.projectId),
  ],
);

/** A change made on a day whose effect on some prompts is looked at. */
export const experiments = pgTable(
  'experiments',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    /** What was changed, in words. */
    what: text().notNull(),
    changedOn: date('changed_on', { mode: 'string' }).notNull(),
    promptIds: uuid('prompt_ids').array().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    index('experiments_project').on(table.organizationId, table.projectId),
  ],
);
