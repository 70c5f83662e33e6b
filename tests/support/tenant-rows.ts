import { sql } from 'drizzle-orm';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { queryRows } from '#lib/db/query-rows';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { inviteMember } from '#lib/service/members/invitations';
import { setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { enableSigning } from '#lib/service/webhooks/signing';
import { createTestProject } from '#tests/support/dashboard';
import { shareOverview } from '#tests/support/reports';

/** The number of answers that `fillOrganization` stores in October and November 2026, one every two hours. */
export const answerCount = 450;

/**
 * Stores rows in many tables of an organization, with secrets of several kinds.
 * @returns texts that no export may contain: the secrets, and the prefix of password hashes
 */
export async function fillOrganization(owner: Context): Promise<string[]> {
  const { organizationId: id } = owner;
  const project = await createTestProject(owner);
  const { token } = await inviteMember(owner, { role: 'viewer', label: 'nina@people.example' });
  const { secret: apiKey } = await createApiKey(owner, { name: 'CI' });
  const { secret: signingSecret } = await enableSigning(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret });
  await setProviderKeys(owner, { provider: 'openai', keys: { OPENAI_API_KEY: 'sk-very-secret-key' } });
  const share = await shareOverview(owner, { projectId: project.id, password: 'a share password' });
  const webhookToken = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const fill = (text: string, ...values: unknown[]) => owner.db.$client.query(text, [id, ...values]);
  for (const month of ['2026-10-01', '2026-11-01']) {
    await owner.db.$client.query('SELECT ensure_answer_partitions($1)', [month]);
  }
  await fill(
    `INSERT INTO answers (organization_id, requested_at, id, project_id, run_id, task_id, prompt_id, engine, country,
       sample, status, text, search_queries, result)
     SELECT $1, '2026-10-15T00:00:00.123456Z'::timestamptz + n * interval '2 hours', gen_random_uuid(), $2,
       gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'gen', 'US', 1, 'answered', 'Answer ' || n, '{}', '{}'
     FROM generate_series(1, ${answerCount}) n`,
    project.id,
  );
  await fill(
    `INSERT INTO answer_sources (organization_id, requested_at, answer_id, position, url, normalized_url, domain, label,
       citations)
     SELECT organization_id, requested_at, id, 1, 'https://trail.example/a', 'trail.example/a', 'trail.example', 'A', 1
     FROM answers WHERE organization_id = $1`,
  );
  const url = `http://127.0.0.1/webhooks/answers/${webhookToken}`;
  await fill(
    `INSERT INTO tasks (organization_id, engine, request, webhook_url, credits_to_charge)
     VALUES ($1, 'gen', '{}', $2, 1)`,
    url,
  );
  await fill(
    `INSERT INTO deliveries (organization_id, task_id, url, body) VALUES ($1, gen_random_uuid(), $2, '{}')`,
    url,
  );
  return [token, apiKey, signingSecret, 'sk-very-secret-key', share.token, webhookToken, '$argon2'];
}

/** Counts the rows of an organization in every table that has any. */
export async function countTenantRows(
  db: PooledDatabase,
  organizationId: string,
): Promise<Record<string, number>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`SELECT c.relname AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of [...tables, { name: 'organizations' }]) {
    const key = name === 'organizations' ? 'id' : 'organization_id';
    const { rows } = await db.$client.query(`SELECT count(*)::int AS n FROM ${name} WHERE ${key} = $1`, [
      organizationId,
    ]);
    if (rows[0].n > 0) counts[name] = rows[0].n;
  }
  return counts;
}
