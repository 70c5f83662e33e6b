import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { requirePermission } from '#lib/core/permissions';
import { addDays, isDay, type Period } from '#lib/core/time';
import { parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';

export const ledgerKinds = ['charge', 'grant', 'expiry', 'hold', 'release'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

const daySchema = z.string().refine(isDay, 'Choose dates such as 2026-11-01.');
const inputSchema = z.object({
  from: daySchema,
  to: daySchema,
  kind: z.enum(ledgerKinds).optional().catch(undefined),
  /** The `next` of the previous page. */
  before: z
    .string()
    .regex(/^\d{1,17} [a-z]+ [0-9a-f-]{1,36}$/)
    .optional()
    .catch(undefined),
  limit: z.int().min(1).max(5_000).default(50),
});

/**
 * An entry of the ledger. Charges, grants and expiries change the balance by `credits` and stay listed. Holds and releases
 * change only the available credits. A hold is listed until its task ends, and a release until the failed task is deleted
 * at the end of its retention period.
 */
export interface LedgerEntry {
  id: string;
  occurredAt: Date;
  kind: LedgerKind;
  /** Negative if the entry reduces the credits. */
  credits: number;
  engine: Engine | null;
  keyName: string | null;
  /** The task or request. */
  subjectId: string | null;
}

type LedgerRow = Omit<LedgerEntry, 'id'> & { key: string; micros: number };

/**
 * Lists the ledger of a period, newest first.
 * @returns at most `limit` entries, and the cursor of the next page; null on the last one
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR
 */
export async function listLedger(
  context: Context,
  input: Period & { kind?: string | undefined; before?: string | undefined; limit?: number },
): Promise<{ entries: LedgerEntry[]; next: string | null }> {
  requirePermission(context.actor, 'usage.read');
  const { from, to, kind, before, limit } = parseInput(inputSchema, input);
  const [micros, key] = splitCursor(before);
  const start = sql`${from}::date::timestamp AT TIME ZONE 'UTC'`;
  const end = sql`${addDays(to, 1)}::date::timestamp AT TIME ZONE 'UTC'`;
  const rows = await withOrganization(context, ({ db, organizationId }) => {
    /** Selects the newest entries of one table, so that no more than a page of each is read. */
    const selectPage = (source: LedgerSource) => {
      const { table, at, key: entryKey, columns, condition } = source;
      const until = micros === null ? sql`true` : sql`${at} <= ${toInstant(micros)}`;
      return sql`(
        SELECT ${at} AS at, ${entryKey} COLLATE "C" AS key, ${columns} FROM ${table}
        WHERE organization_id = ${organizationId} AND ${condition}
          AND ${at} >= ${start} AND ${at} < ${end} AND ${until}
          AND ${micros === null ? sql`true` : sql`(${at} < ${toInstant(micros)} OR ${entryKey} COLLATE "C" < ${key})`}
        ORDER BY at DESC, key DESC LIMIT ${limit + 1})`;
    };
    const pages = listSources(kind).map(selectPage);
    return queryRows<LedgerRow & Record<string, unknown>>(
      db,
      sql`
        WITH page AS (SELECT * FROM (${sql.join(pages, sql` UNION ALL `)}) AS entries ORDER BY at DESC, key DESC LIMIT ${limit + 1})
        SELECT at AS "occurredAt", (extract(epoch FROM at) * 1000000)::bigint AS micros, key, page.kind, page.credits,
          page.engine, keys.name AS "keyName", page.subject_id AS "subjectId"
        FROM page
        LEFT JOIN api_keys keys ON keys.organization_id = ${organizationId} AND keys.id = page.key_id
        ORDER BY at DESC, key DESC`,
    );
  });
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return {
    entries: entries.map(({ key: id, micros: _, ...entry }) => ({ id, ...entry })),
    next: rows.length > limit && last ? `${last.micros} ${last.key}` : null,
  };
}

/** Returns the SQL of an instant in microseconds, because the order needs more precision than `Date` has. */
const toInstant = (micros: string) => sql`to_timestamp(0) + ${micros}::bigint * interval '1 microsecond'`;

function splitCursor(before: string | undefined): [string, string] | [null, null] {
  if (before === undefined) return [null, null];
  const space = before.indexOf(' ');
  return [before.slice(0, space), before.slice(space + 1)];
}

interface LedgerSource {
  table: SQL;
  at: SQL;
  /** Distinguishes entries of the same instant. */
  key: SQL;
  columns: SQL;
  condition: SQL;
}

/** Lists the tables that store the entries of a kind, or of all kinds by default, with the conditions that select them. */
function listSources(kind: LedgerKind | undefined): LedgerSource[] {
  const ledger = (condition: SQL): LedgerSource => ({
    table: sql`credit_ledger`,
    at: sql`created_at`,
    key: sql`('ledger ' || id)`,
    condition,
    columns: sql`kind, amount AS credits, engine, key_id, subject_id`,
  });
  const tasks = (name: LedgerKind, at: SQL, sign: SQL, condition: SQL): LedgerSource => ({
    table: sql`tasks`,
    at,
    key: sql`(${name}::text || ' ' || id)`,
    condition,
    columns: sql`${name}::text AS kind, ${sign}credits_to_charge::bigint AS credits, engine, key_id, id AS subject_id`,
  });
  const holds = tasks('hold', sql`created_at`, sql`-`, sql`status IN ('QUEUED', 'PROCESSING')`);
  const releases = tasks('release', sql`completed_at`, sql``, sql`status = 'FAILED'`);
  switch (kind) {
    case 'hold':
      return [holds];
    case 'release':
      return [releases];
    case 'charge':
      return [ledger(sql`kind = 'charge'`)];
    case 'grant':
    case 'expiry':
      // A generic plan does not know the value of `kind`. With the second condition, which is otherwise redundant, it can
      // use the partial index credit_ledger_renewals.
      return [ledger(sql`kind = ${kind} AND kind <> 'charge'`)];
    case undefined:
      return [ledger(sql`true`), holds, releases];
  }
}
