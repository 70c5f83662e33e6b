import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from '#lib/database/schema/columns';

const organizationId = () => uuid('organization_id').notNull();
/** Rows of a project go with it. */
const ofProject = (table: { organizationId: AnyPgColumn; projectId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.organizationId, table.projectId],
    foreignColumns: [projects.organizationId, projects.id],
  }).onDelete('cascade');
const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow();

/** How the dashboard speaks to the service for an organization: as any customer would, with a key of its own. */
export const apiConnections = pgTable(
  'api_connections',
  {
    organizationId: uuid('organization_id').primaryKey(),
    /** The API key, sealed. */
    apiKey: text('api_key').notNull(),
    /** The webhook signing secret, sealed; null while signing is off. */
    signingSecret: text('signing_secret'),
    /** Stands in the receiver's address, so that unsigned deliveries are authentic too. */
    receiverTokenHash: bytea('receiver_token_hash').notNull(),
    /** The same token, sealed, to build the address from. */
    receiverToken: text('receiver_token').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('api_connections_receiver').on(table.receiverTokenHash)],
);

/** One brand watched against its competitors. */
export const projects = pgTable(
  'projects',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    name: text().notNull(),
    /** The scoring that is shown: mentions and rollups of this number. */
    definition: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/** A scoring of all answers by changed brands that goes on while the one before it is shown; one a project. */
export const rescorings = pgTable(
  'rescorings',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    /** The definition it writes; `projects.definition` becomes it at the end. */
    definition: integer().notNull(),
    /** The brands of the definition shown meanwhile (`Brand[]`): what comes in is scored by them, too. */
    shownBrands: jsonb('shown_brands').notNull(),
    /** Answers to score and those scored. */
    answers: integer().notNull(),
    scored: integer().notNull().default(0),
    /** The last answer scored, newest first; null at the beginning. */
    scoredAt: timestamp('scored_at', { withTimezone: true }),
    scoredId: uuid('scored_id'),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    /** When it last went on; one that has stood still is taken up again. */
    movedAt: timestamp('moved_at', { withTimezone: true }).notNull().defaultNow(),
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
    near: text().array().notNull().default(sql`'{}'`),
    /** A mention does not count where it is part of one of these phrases or one stands in its sentence. */
    neverNear: text('never_near').array().notNull().default(sql`'{}'`),
    /** 0 for the own brand, 1 to 8 for competitors: the hue it has on every chart. */
    hue: integer().notNull(),
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
    archivedAt: timestamp('archived_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    uniqueIndex('prompts_text').on(table.organizationId, table.projectId, sql`md5(${table.text})`),
  ],
);

/** When and where a project's prompts are asked. */
export const schedules = pgTable(
  'schedules',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    engines: text().array().notNull(),
    countries: text().array().notNull(),
    /** Times each prompt is asked in a cell a run, 1 to 10. */
    samples: integer().notNull().default(1),
    /** `hourly`, `daily`, `weekly` or `monthly`. */
    cadence: text().notNull(),
    /** IANA name; `hour` and `weekday` are meant in it. */
    timeZone: text('time_zone').notNull(),
    hour: integer().notNull().default(6),
    /** 0 Sunday to 6 Saturday, for weekly. */
    weekday: integer().notNull().default(1),
    enabled: boolean().notNull().default(true),
    nextRunAt: timestamp('next_run_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    index('schedules_due').on(table.nextRunAt).where(sql`${table.enabled}`),
    check('schedules_cadence', sql`${table.cadence} IN ('hourly', 'daily', 'weekly', 'monthly')`),
  ],
);

/** One asking of a project's prompts over engines and countries. */
export const runs = pgTable(
  'runs',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    /** Null for a run started by hand. */
    scheduleId: uuid('schedule_id'),
    /** `manual`, `scheduled` or `history` (asked at a past date, in the sandbox). */
    kind: text().notNull(),
    /** The instant its answers are asked at; in the past for `history`. */
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    engines: text().array().notNull(),
    countries: text().array().notNull(),
    samples: integer().notNull(),
    /** Counted when the run ends; while it goes on the cells are counted. */
    cells: integer().notNull(),
    /** `sending`, `waiting` or `ended`. */
    status: text().notNull().default('sending'),
    /** Why sending stopped early, as a sentence (credits used up, say). */
    problem: text(),
    createdAt: createdAt(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ofProject(table),
    uniqueIndex('runs_slot')
      .on(table.organizationId, table.scheduleId, table.askedAt)
      .where(sql`${table.scheduleId} IS NOT NULL`),
    index('runs_recent').on(table.organizationId, table.projectId, table.createdAt.desc()),
    index('runs_open').on(table.status).where(sql`${table.status} <> 'ended'`),
    check('runs_status', sql`${table.status} IN ('sending', 'waiting', 'ended')`),
  ],
);

/** One prompt × engine × country × sample of a run. Its key at the service is `<run>:<cell>`. */
export const cells = pgTable(
  'cells',
  {
    organizationId: organizationId(),
    runId: uuid('run_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    promptId: uuid('prompt_id').notNull(),
    engine: text().notNull(),
    country: text().notNull(),
    sample: integer().notNull(),
    /** `pending` (not sent), `sent`, then how the observation ended (metrics.md). */
    status: text().notNull().default('pending'),
    taskId: uuid('task_id'),
    /** The code of a failure. */
    errorCode: text('error_code'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.runId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.runId],
      foreignColumns: [runs.organizationId, runs.id],
    }).onDelete('cascade'),
    index('cells_open')
      .on(table.organizationId, table.runId, table.status)
      .where(sql`${table.status} IN ('pending', 'sent')`),
    index('cells_failed').on(table.organizationId, table.runId).where(sql`${table.status} = 'failed'`),
    check(
      'cells_status',
      sql`${table.status} IN ('pending', 'sent', 'answered', 'no-answer', 'failed', 'unreadable')`,
    ),
  ],
);

/**
 * A received delivery, stored raw before it is acknowledged; one row a task, so that a second delivery of it
 * changes nothing.
 */
export const receivedAnswers = pgTable(
  'received_answers',
  {
    organizationId: organizationId(),
    taskId: uuid('task_id').notNull(),
    /** The task record (`TaskRecord`). */
    record: jsonb().notNull(),
    /** `webhook` or `sweep`. */
    via: text().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
    ingestedAt: timestamp('ingested_at', { withTimezone: true }),
    /** Why it could not be read, as a sentence. */
    problem: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.taskId] }),
    index('received_answers_open').on(table.receivedAt).where(sql`${table.ingestedAt} IS NULL`),
  ],
);

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
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
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
