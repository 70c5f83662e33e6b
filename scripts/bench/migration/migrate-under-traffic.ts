import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '#lib/db/migrate';
import { type FilledTable, Traffic, type TrafficSummary } from '#scripts/bench/migration/traffic';
import { ownerRole } from '#scripts/postgres/role';

/**
 * Migrations that add two columns in the way CONTRIBUTING.md describes: `url_length`, which must not be null and has an
 * index, and `is_checked`, which has a constant default.
 */
export const migrations: Record<string, string> = {
  'add the columns and a constraint': `
    ALTER TABLE "answer_sources" ADD COLUMN "url_length" integer;
    --> statement-breakpoint
    ALTER TABLE "answer_sources" ALTER COLUMN "url_length" SET DEFAULT 0;
    --> statement-breakpoint
    ALTER TABLE "answer_sources" ADD COLUMN "is_checked" boolean DEFAULT false NOT NULL;
    --> statement-breakpoint
    ALTER TABLE "answer_sources" ADD CONSTRAINT "answer_sources_url_length_set" CHECK ("url_length" IS NOT NULL) NOT VALID;`,
  'backfill in batches': `-- no-transaction
    -- batches
    UPDATE "answer_sources" SET "url_length" = length("url") WHERE "url_length" IS NULL;`,
  'create an index concurrently': `-- no-transaction
    CREATE INDEX CONCURRENTLY IF NOT EXISTS "answer_sources_url_length" ON "answer_sources" USING btree ("organization_id","url_length");`,
  'validate the constraint': `-- no-transaction
    ALTER TABLE "answer_sources" VALIDATE CONSTRAINT "answer_sources_url_length_set";`,
  'set NOT NULL': `ALTER TABLE "answer_sources" ALTER COLUMN "url_length" SET NOT NULL;
    --> statement-breakpoint
    ALTER TABLE "answer_sources" DROP CONSTRAINT "answer_sources_url_length_set";`,
};

export interface MigrationStep extends TrafficSummary {
  name: string;
  seconds: number;
}

/**
 * Applies the migrations one by one while traffic reads from the table and inserts into it. A transaction that has read
 * the table stays open for a while during the first one, as a long-running query would.
 * @param url URL of the database for the application's role
 * @param adminUrl the same for a superuser
 * @param quietMs duration of the traffic before the first migration
 * @param openTransactionMs time for which that transaction stays open
 * @returns the traffic before the migrations and during each
 */
export async function migrateUnderTraffic(
  { url, adminUrl, table }: { url: string; adminUrl: string; table: FilledTable },
  { quietMs, openTransactionMs }: { quietMs: number; openTransactionMs: number },
): Promise<MigrationStep[]> {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-migrations-'));
  const traffic = new Traffic(url, table);
  try {
    const steps = [await runStep(traffic, 'before', () => wait(quietMs))];
    for (const [index, name] of Object.keys(migrations).entries()) {
      writeMigrations(folder, index + 1);
      const apply = () => migrate(adminUrl, { role: ownerRole, folder });
      const run = () => (index === 0 ? withOpenTransaction(adminUrl, openTransactionMs, apply) : apply());
      steps.push(await runStep(traffic, name, run));
    }
    return steps;
  } finally {
    await traffic.stop();
    rmSync(folder, { recursive: true });
  }
}

async function runStep(traffic: Traffic, name: string, run: () => Promise<unknown>): Promise<MigrationStep> {
  const startedAt = performance.now();
  await run();
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, seconds, ...traffic.measure(startedAt) };
}

/** Runs work while a transaction that has read the table stays open. */
async function withOpenTransaction(adminUrl: string, ms: number, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM answer_sources LIMIT 1');
    await Promise.all([work(), wait(ms).then(() => client.query('COMMIT'))]);
  } finally {
    await client.end();
  }
}

/** Writes a folder as drizzle-kit does, with the first `count` migrations. */
function writeMigrations(folder: string, count: number): void {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const entries = Object.entries(migrations)
    .slice(0, count)
    .map(([, sql], idx) => {
      const tag = `${String(idx).padStart(4, '0')}_trial`;
      writeFileSync(join(folder, `${tag}.sql`), sql);
      return { idx, tag, when: idx + 1, version: '7', breakpoints: true };
    });
  const journal = { version: '7', dialect: 'postgresql', entries };
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
}
