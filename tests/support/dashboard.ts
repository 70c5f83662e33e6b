import { randomUUID } from 'node:crypto';
import { toTaskType } from '#lib/contract/engines';
import type { Role } from '#lib/core/permissions';
import { type Clock, systemClock } from '#lib/core/time';
import { addToInbox, sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import { createProject, type Project } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import type { Context } from '#lib/db/context';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { createOrganization } from '#lib/service/organizations/organizations';
import { createDatabase } from './database';

/** The dashboard on a separate database, without a worker. */
export interface TestDashboard {
  db: PooledDatabase;
  databaseUrl: string;
  /** URL of the same database as a superuser. */
  adminUrl: string;
  /** Creates an organization and returns the operator's context in it. */
  createContext(clock?: Clock): Promise<Context>;
  stop(): Promise<void>;
}

export async function startDashboard(): Promise<TestDashboard> {
  const database = await createDatabase();
  const db = openDatabase(database.url, { max: 20 });

  async function createContext(clock: Clock = systemClock): Promise<Context> {
    const { id } = await createOrganization(db, { name: 'Tenant', plan: 'scale' });
    return { db, clock, organizationId: id, actor: { kind: 'operator' } };
  }

  return {
    db,
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    createContext,
    async stop() {
      await db.$client.end();
      await database.drop();
    },
  };
}

/** Creates a project with three fictional brands and, by default, four prompts, two of them branded. */
export async function createTestProject(
  context: Context,
  texts = ['Which kayak is best?', 'Is Fjordwing good?', 'Cheap kayaks', 'Fjordwing or Paddlemoor?'],
): Promise<Project> {
  const project = await createProject(context, {
    name: 'Kayaks',
    own: { name: 'Fjordwing', aliases: ['Fjord Wing'], domains: ['fjordwing.example'] },
    competitors: [
      { name: 'Paddlemoor', domains: ['https://www.paddlemoor.example/shop'] },
      { name: 'Otterline', domains: ['otterline.example', 'shop.otter.example'] },
    ],
  });
  await addPrompts(context, {
    projectId: project.id,
    prompts: texts.map((text) => ({ text, topic: 'Kayaks' })),
  });
  return project;
}

/** Returns the context of a member with this role. */
export function withRole(context: Context, role: Role): Context {
  return { ...context, actor: { kind: 'member', userId: randomUUID(), role } };
}

/** A stored run item. */
export interface TestRunItem {
  runId: string;
  id: string;
  promptId: string;
  engine: string;
  country: string;
  status: string;
}

export async function listRunItems(context: Context, runId: string): Promise<TestRunItem[]> {
  const { rows } = await context.db.$client.query<TestRunItem>(
    `SELECT run_id AS "runId", id, prompt_id AS "promptId", engine, country, status FROM run_items
     WHERE organization_id = $1 AND run_id = $2 ORDER BY id`,
    [context.organizationId, runId],
  );
  return rows;
}

export interface TestAnswer {
  text: string;
  sources?: string[];
  /** URLs that the text points to, one per citation. */
  cited?: string[];
  /** Queries that the engine issued; `office` reports them, `gen` does not. */
  searchQueries?: string[];
  /** False if the provider does not report citations. */
  hasCitations?: boolean;
  /** `sandbox` by default. */
  provider?: string;
  /** Not reported by default. */
  model?: string;
}

/**
 * Builds a delivery with the answer to a run item of the `gen` or `office` engine, or with its error. The task type is
 * always GEN; ingestion takes the engine from the run item.
 */
export function buildDelivery(
  item: { runId: string; id: string },
  answer: TestAnswer | { error: string },
  { taskId = randomUUID(), createdAt = new Date() }: { taskId?: string; createdAt?: Date } = {},
) {
  const failed = 'error' in answer;
  return {
    task: {
      id: taskId,
      taskType: toTaskType('gen'),
      status: failed ? 'FAILED' : 'COMPLETED',
      priority: 1,
      createdAt: createdAt.toISOString(),
      idempotencyKey: `${item.runId}:${item.id}`,
    },
    credits: { creditsToCharge: 4, creditsCharged: failed ? 0 : 4 },
    response: failed
      ? { error: { code: answer.error, message: 'It failed.', timestamp: createdAt.toISOString() } }
      : {
          meta: { provider: answer.provider ?? 'sandbox' },
          model: answer.model,
          text: answer.text,
          markdown: answer.text,
          sources: (answer.sources ?? []).map((url, index) => ({
            position: index + 1,
            url,
            label: `Source ${index + 1}`,
            description: '',
          })),
          ...(answer.hasCitations !== false && {
            citationPills: (answer.cited ?? []).map((url, index) => ({
              label: 'Source',
              citationPillId: index,
              url,
              domain: new URL(url).hostname,
              position: index,
            })),
          }),
          ...(answer.searchQueries && { searchQueries: answer.searchQueries }),
        },
  };
}

/** Adds a delivery to the inbox, as its webhook does. */
export async function receiveDelivery(
  { db, clock, organizationId }: Context,
  delivery: { task: { id: string }; response?: unknown },
): Promise<void> {
  await addToInbox(db, {
    organizationId,
    taskId: delivery.task.id,
    record: sanitizeJson(JSON.stringify(delivery)),
    source: 'webhook',
    now: clock.now(),
  });
}
