import { and, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { providerChecks } from '#lib/db/schema/providers';
import { transaction } from '#lib/db/transaction';
import { getProviderDetails, type ProviderName } from '#lib/providers/registry';
import { type Finding, findingSchema } from '#lib/providers/response-shape/compare-shape';
import { type StoredShape, storedShapeSchema } from '#lib/providers/response-shape/stored-shape';
import type { CheckResult } from '#lib/service/provider-checks/check-provider';
import { listCheckedProviders } from '#lib/service/provider-checks/checked-engines';

type Connection = Pick<Context, 'db' | 'clock'>;

/** A little less than a day, so that the time of the daily check does not shift. */
const intervalMs = 24 * 3_600_000 - 300_000;
/** A check that has not ended after this time was interrupted, and is repeated. */
const interruptedMs = 15 * 60_000;
const maxErrorLength = 500;

/**
 * Claims the daily check of a provider for this process.
 * @returns false if it is not due, because it started within the last day and was not interrupted
 */
export async function claimDailyCheck({ db, clock }: Connection, provider: ProviderName): Promise<boolean> {
  const startedAt = clock.now();
  const before = (ms: number) => lte(providerChecks.startedAt, new Date(startedAt.getTime() - ms));
  const { checkedAt } = providerChecks;
  const hasNotEnded = or(isNull(checkedAt), lt(checkedAt, providerChecks.startedAt));
  const claimed = await db
    .insert(providerChecks)
    .values({ provider, startedAt })
    .onConflictDoUpdate({
      target: providerChecks.provider,
      set: { startedAt },
      setWhere: or(before(intervalMs), and(hasNotEnded, before(interruptedMs))),
    })
    .returning({ provider: providerChecks.provider });
  return claimed.length > 0;
}

/** Returns the shape of earlier responses for the same engine; undefined until a check has passed. */
export async function readShape(
  db: Database,
  provider: ProviderName,
  engine: Engine,
): Promise<StoredShape | undefined> {
  const [row] = await db
    .select({ shape: providerChecks.shape })
    .from(providerChecks)
    .where(and(eq(providerChecks.provider, provider), eq(providerChecks.engine, engine)));
  return storedShapeSchema.safeParse(row?.shape).data;
}

/**
 * Stores the result of a check.
 * @returns whether the provider has begun to fail or has recovered; undefined if its status is the same as before
 */
export function recordCheck(
  { db, clock }: Connection,
  { provider, engine }: { provider: ProviderName; engine: Engine },
  { status, error, findings, shape }: CheckResult,
): Promise<'failed' | 'recovered' | undefined> {
  const now = clock.now();
  const result = {
    engine,
    checkedAt: now,
    status,
    errorKind: error?.kind ?? null,
    error: error?.message.slice(0, maxErrorLength) ?? null,
    findings,
    shape: shape ?? null,
    ...(status === 'passed' && { passedAt: now }),
  };
  return transaction(db, async (tx) => {
    const [before] = await tx
      .select({ status: providerChecks.status })
      .from(providerChecks)
      .where(eq(providerChecks.provider, provider))
      .for('update');
    await tx
      .insert(providerChecks)
      .values({ provider, startedAt: now, ...result })
      .onConflictDoUpdate({ target: providerChecks.provider, set: result });
    const previous = before?.status ?? 'passed';
    if (previous === status) return undefined;
    return status === 'failed' ? 'failed' : 'recovered';
  });
}

/** The last check of a provider. */
export interface ProviderCheck {
  provider: ProviderName;
  /** The provider's name for people, such as `OpenAI`. */
  title: string;
  /** The engine that was queried, or will be. */
  engine: Engine;
  /** Null until the first check has ended. */
  status: 'passed' | 'failed' | null;
  checkedAt: Date | null;
  /** When the last check that passed ended. */
  passedAt: Date | null;
  /** Null if the provider answered. `kind` is a `ProviderErrorKind`, maybe of another version. */
  error: { kind: string; message: string } | null;
  findings: Finding[];
}

/** Lists the last check of every provider whose keys the instance has. */
export async function listProviderChecks(db: Database, settings: Env): Promise<ProviderCheck[]> {
  const providers = listCheckedProviders(settings);
  if (providers.length === 0) return [];
  const names = providers.map(({ name }) => name);
  const rows = await db.select().from(providerChecks).where(inArray(providerChecks.provider, names));
  return providers.map(({ name, engine }) => {
    const row = rows.find(({ provider }) => provider === name);
    const { status = null, checkedAt = null, passedAt = null } = row ?? {};
    return {
      provider: name,
      title: getProviderDetails(name).title,
      engine,
      status,
      checkedAt,
      passedAt,
      error: row?.errorKind != null ? { kind: row.errorKind, message: row.error ?? '' } : null,
      findings: z
        .array(findingSchema)
        .catch([])
        .parse(row?.findings ?? []),
    };
  });
}
