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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId, projectColumns } from '#lib/db/schema/columns';

/** References the project, whose deletion deletes the row. */
export const projectReference = (table: { organizationId: AnyPgColumn; projectId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.organizationId, table.projectId],
    foreignColumns: [projects.organizationId, projects.id],
  }).onDelete('cascade');

/** The primary key and the reference of a row that belongs to a project. */
export const projectConstraints = (table: Record<'organizationId' | 'projectId' | 'id', AnyPgColumn>) => [
  primaryKey({ columns: [table.organizationId, table.id] }),
  projectReference(table),
];

/** One brand that is monitored, with its competitors. */
export const projects = pgTable(
  'projects',
  {
    organizationId: organizationId(),
    id: uuid().notNull().defaultRandom(),
    name: text().notNull(),
    /** The published version: pages read mentions and rollups of this version. */
    scoringVersion: integer('scoring_version').notNull().default(1),
    /** The algorithm (`scoringAlgorithm`) of the published version. Releases that do not write it have algorithm 1. */
    scoringAlgorithm: integer('scoring_algorithm').notNull().default(1),
    /** The language model that classifies the published version's sentences; null if none does. */
    sentimentClassifier: text('sentiment_classifier'),
    /** The IANA name of the time zone of the project's days; the rollups of the published version have the same days. */
    timeZone: text('time_zone').notNull().default('UTC'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    // Finds the demo projects of all organizations.
    index('projects_name').on(table.name),
    index('projects_algorithm').on(table.scoringAlgorithm),
  ],
);

/**
 * A rescoring of all answers after the brands, the sentiment classifier, the time zone or the scoring algorithm changed;
 * at most one per project.
 */
export const rescoreJobs = pgTable(
  'rescore_jobs',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    /** The version that it writes, which becomes `projects.scoring_version` when it is published. */
    scoringVersion: integer('scoring_version').notNull(),
    /**
     * The brands of the published version (`Brand[]`): until the new version is published, new answers are scored with
     * them too.
     */
    publishedBrands: jsonb('published_brands').notNull(),
    /** The algorithm that it scores with, which becomes `projects.scoring_algorithm` when it is published. */
    scoringAlgorithm: integer('scoring_algorithm').notNull().default(1),
    /** The value that becomes `projects.sentiment_classifier` when the version is published. */
    sentimentClassifier: text('sentiment_classifier'),
    /** The value that becomes `projects.time_zone` when the version is published; null if the zone stays the same. */
    timeZone: text('time_zone'),
    /** Answers to score, and answers scored so far. */
    answerCount: integer('answer_count').notNull(),
    scoredCount: integer('scored_count').notNull().default(0),
    /** The answer scored last; answers are scored newest first. Null at the start. */
    cursorRequestedAt: instant('cursor_requested_at'),
    cursorAnswerId: uuid('cursor_answer_id'),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** When it last made progress; a stalled rescoring is resumed. */
    heartbeatAt: instant('heartbeat_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId] }),
    projectReference(table),
    index('rescore_jobs_algorithm').on(table.scoringAlgorithm),
  ],
);

/** The project's own brand and its competitors, with the rules that identify them in answers. */
export const brands = pgTable(
  'brands',
  {
    ...projectColumns(),
    name: text().notNull(),
    /** `own` (exactly one per project) or `competitor`. */
    role: text({ enum: ['own', 'competitor'] }).notNull(),
    aliases: text().array().notNull().default(sql`'{}'`),
    /** Registrable domains or hosts that belong to the brand. */
    domains: text().array().notNull().default(sql`'{}'`),
    /** A mention counts only if its letters have the case of the name or alias. */
    matchCase: boolean('match_case').notNull().default(false),
    /** A mention counts only if its sentence contains one of these phrases; empty if there is no such rule. */
    requiredContext: text('required_context').array().notNull().default(sql`'{}'`),
    /** A mention is ignored if its sentence contains one of these phrases. */
    excludedContext: text('excluded_context').array().notNull().default(sql`'{}'`),
    /** 0 for the project's own brand, 1 to 8 for competitors: its color on every chart. */
    colorIndex: integer('color_index').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    uniqueIndex('brands_name').on(table.organizationId, table.projectId, sql`lower(${table.name})`),
    uniqueIndex('brands_own').on(table.organizationId, table.projectId).where(sql`${table.role} = 'own'`),
    check('brands_role', sql`${table.role} IN ('own', 'competitor')`),
  ],
);

/** A prompt sent to engines. Changing its text creates a new prompt. */
export const prompts = pgTable(
  'prompts',
  {
    ...projectColumns(),
    text: text().notNull(),
    topic: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'`),
    /** BCP 47; null if it is unknown. It counts only once `isLanguageSet` has a value. */
    language: text(),
    /**
     * Whether a member has set the language; otherwise it is detected. Null for a prompt that version 0.1 has stored, with
     * the language `en` unless a file named another, until `detectStoredLanguages` has read it.
     */
    isLanguageSet: boolean('is_language_set'),
    createdAt: createdAt(),
    /** Archived prompts are no longer sent; their answers stay. */
    archivedAt: instant('archived_at'),
  },
  (table) => [
    ...projectConstraints(table),
    uniqueIndex('prompts_text').on(table.organizationId, table.projectId, sql`md5(${table.text})`),
    index('prompts_undetected').on(table.organizationId, table.id).where(sql`${table.isLanguageSet} IS NULL`),
  ],
);

/** A project's correction of a domain's type. */
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
    projectReference(table),
  ],
);

/** A dated mark on charts. Those of experiments, prompts and models are computed from other tables. */
export const annotations = pgTable(
  'annotations',
  {
    ...projectColumns(),
    day: date({ mode: 'string' }).notNull(),
    /** `note` by a person, or `brands` for a change of the brands. Rows with `model` or `prompts` are no longer used. */
    kind: text().notNull(),
    text: text().notNull(),
    /** The member who wrote the note; null for other actors and for a change of the brands. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    index('annotations_day').on(table.organizationId, table.projectId, table.day),
    check('annotations_kind', sql`${table.kind} IN ('note', 'model', 'prompts', 'brands')`),
  ],
);

/** A dated change whose effect on some prompts is measured. */
export const experiments = pgTable(
  'experiments',
  {
    ...projectColumns(),
    name: text().notNull(),
    /** Describes the change. */
    description: text().notNull(),
    /** The first day with the change. */
    changedOn: date('changed_on', { mode: 'string' }).notNull(),
    /** The treatment prompts. */
    promptIds: uuid('prompt_ids').array().notNull(),
    /** The assignment of treatment prompts: `random` or `chosen`. */
    assignment: text().$type<'random' | 'chosen'>().notNull().default('chosen'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    index('experiments_project').on(table.organizationId, table.projectId),
  ],
);

/** A set of filters of one page, saved under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    ...projectColumns(),
    name: text().notNull(),
    /** The page's path segment, such as `overview`. */
    page: text().notNull(),
    /** The query string of its filters. */
    query: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...projectConstraints(table),
    index('saved_views_project').on(table.organizationId, table.projectId),
  ],
);
