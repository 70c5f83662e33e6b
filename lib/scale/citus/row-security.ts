import { randomUUID } from 'node:crypto';
import { describeError, isDatabaseUnavailable } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/database';

/**
 * Checks that row-level security is enforced on the worker nodes of a distributed database (Citus). They check rows
 * with the settings of their own sessions, so rows of other organizations become visible if the organization of a
 * transaction does not reach the nodes, or if the role with which pages read data (`DATABASE_PAGES_URL`) can see
 * rows outside `withOrganization`.
 * @param options.isRestricted whether rows must not be visible outside `withOrganization`
 * @throws Error if it is not enforced; the message says what to do
 */
export async function requireDistributedRowSecurity(
  db: PooledDatabase,
  { isRestricted = false } = {},
): Promise<void> {
  const { rowCount } = await db.$client.query(
    "SELECT FROM pg_extension JOIN pg_class ON relname = 'pg_dist_partition' WHERE extname = 'citus'",
  );
  if (!rowCount) return;
  const client = await db.$client.connect();
  const [own, other] = [randomUUID(), randomUUID()];
  const count = async (organizationId: string) => {
    await client.query(`SET LOCAL app.organization = '${organizationId}'`);
    const { rowCount } = await client.query('SELECT FROM classified_sentences WHERE id = $1', [own]);
    return rowCount;
  };
  try {
    await client.query(`BEGIN; SET LOCAL app.organization = '${own}'`);
    await client.query(
      `INSERT INTO classified_sentences (organization_id, id, sentence, aspects, created_at)
       VALUES ($1, $1, '', '{}', now())`,
      [own],
    );
    const visible = { own: await count(own), other: await count(other) };
    if (visible.own !== 1 || visible.other !== 0) throw new Error(notEnforcedMessage);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
  if (!isRestricted) return;
  const { rows } = await db.$client.query<{ setting: string }>(
    "SELECT result AS setting FROM run_command_on_workers($$SELECT current_setting('app.organization', true)$$)",
  );
  if (rows.some(({ setting }) => setting !== '')) throw new Error(unrestrictedRoleMessage);
}

/** The delay before the check is retried while the database is unavailable. */
const retryMs = 1_000;

/**
 * Checks the databases of this process when it starts. If the database is unavailable, the check is retried in the
 * background, and the process ends if row-level security turns out not to be enforced.
 * @throws Error if it is not enforced
 */
export async function checkDistributedRowSecurity(databases: {
  system: PooledDatabase;
  restricted?: PooledDatabase;
}): Promise<void> {
  try {
    await requireDistributedRowSecurity(databases.system);
    const { restricted } = databases;
    if (restricted) await requireDistributedRowSecurity(restricted, { isRestricted: true });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    setTimeout(() => {
      checkDistributedRowSecurity(databases).catch((failure: unknown) => {
        log.fatal({ error: describeError(failure) }, 'row-level security check failed');
        process.exit(1);
      });
    }, retryMs).unref();
  }
}

const notEnforcedMessage =
  'Row-level security is not enforced on the Citus worker nodes. ' +
  'Set citus.propagate_set_commands = local on the coordinator (docs/citus.md).';
const unrestrictedRoleMessage =
  'The role of DATABASE_PAGES_URL can read rows of all organizations on the Citus worker nodes. ' +
  'Set DATABASE_PAGES_URL to a URL with the role answerscope_pages (docs/citus.md).';
