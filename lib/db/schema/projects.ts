import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant, organizationId } from '#lib/db/schema/columns';

/** Rows of a project go with it. */
export const ofProject = (table: { organizationId: AnyPgColumn; projectId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.organizationId, table.projectId],
    foreignColumns: [projects.organizationId, projects.id],
  }).onDelete('cascade');

/** How the dashboard speaks to the service for an organization: as any customer would, with a key of its own. */
export const serviceCredentials = pgTable(
  'service_credentials',
  {
    organizationId: organizationId().primaryKey(),
    /** The API key, sealed. */
    apiKeyEncrypted: text('api_key_encrypted').notNull(),
    /** The webhook signing secret, sealed; null while signing is off. */
    signingSecretEncrypted: text('signing_secret_encrypted'),
    /** Stands in the receiver's address, so that unsigned deliveries are authentic too. */
    webhookTokenHash: bytea('webhook_token_hash').notNull(),
    /** The same token, sealed, to build the address from. */
    webhookTokenEncrypted: text('webhook_token_encrypted').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('service_credentials_webhook_token').on(table.webhookTokenHash)],
);

/** One brand watched against its competitors. */
export const projects = pgTable(
  'projects',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    name: text().notNull(),
    /** The scoring that is shown: mentions and rollups of this number. */
    scoringVersion: integer('scoring_version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/** A scoring of all answers by changed brands that goes on while the one before it is shown; one a project. */
export const rescoreJobs = pgTable(
  'rescore_jobs',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    /** The definition it writes; `projects.definition` becomes it at the end. */
    scoringVersion: integer('scoring_version').notNull(),
    /** The brands of the definition shown meanwhile (`Brand[]`): what comes in is scored by them, too. */
    publishedBrands: jsonb('published_brands').notNull(),
    /** Answers to score and those scored. */
    answerCount: integer('answer_count').notNull(),
    scoredCount: integer('scored_count').notNull().default(0),
    /** The last answer scored, newest first; null at the beginning. */
    cursorRequestedAt: instant('cursor_requested_at'),
    cursorAnswerId: uuid('cursor_answer_id'),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** When it last went on; one that has stood still is taken up again. */
    heartbeatAt: instant('heartbeat_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.projectId] }), ofProject(table)],
);

/** The project's own brand and its competitors, with what their mentions and addresses look like. */
export const brands = pgTable(
  'brands',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    name: text().notNull(),
    /** `own` (exactly one a project) or `competitor`. */
    role: text().notNull(),
    aliases: text().array().notNull().default(sql`'{}'`),
    /** Registrable domains or hosts that belong to the brand. */
    domains: text().array().notNull().default(sql`'{}'`),
    /** A mention counts only with one of these words in its sentence; empty for no such rule. */
    requiredContext: text('required_context').array().notNull().default(sql`'{}'`),
    /** A mention does not count where it is part of one of these phrases or one stands in its sentence. */
    excludedContext: text('excluded_context').array().notNull().default(sql`'{}'`),
    /** 0 for the own brand, 1 to 8 for competitors: its color on every chart. */
    colorIndex: integer('color_index').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    uniqueIndex('brands_name').on(table.organizationId, table.projectId, sql`lower(${table.name})`),
    uniqueIndex('brands_own').on(table.organizationId, table.projectId).where(sql`${table.role} = 'own'`),
    check('brands_role', sql`${table.role} IN ('own', 'competitor')`),
  ],
);

/** A question asked of the engines. A change of its words makes another prompt. */
export const prompts = pgTable(
  'prompts',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    text: text().notNull(),
    topic: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'`),
    language: text().notNull().default('en'),
    createdAt: createdAt(),
    /** No longer asked; its answers stay. */
    archivedAt: instant('archived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    uniqueIndex('prompts_text').on(table.organizationId, table.projectId, sql`md5(${table.text})`),
  ],
);

/** A domain's type where the project corrects it. */
export const domainTypes = pgTable(
  'domain_types',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    domain: text().notNull(),
    type: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId, table.domain] }),
    ofProject(table),
  ],
);
