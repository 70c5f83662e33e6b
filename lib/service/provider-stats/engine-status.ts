import { and, count, eq, gt } from 'drizzle-orm';
import { type Engine, engines, getEngineName } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { requirePermission } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { providerStatsHourly } from '#lib/db/schema/providers';
import { tasks } from '#lib/db/schema/tasks';
import {
  getCredentialId,
  getProviderCredential,
  listOpenCircuits,
  toEngineCredential,
} from '#lib/service/circuit-breaker/circuit-store';
import { describeRetiredCircuit } from '#lib/service/circuit-breaker/describe-retired-circuit';
import { describeProvider } from '#lib/service/provider-keys/engine-providers';
import type { ProviderResolver } from '#lib/service/provider-keys/provider-resolver';
import { createLatencyHistogram, estimateQuantileMs } from '#lib/service/provider-stats/stats-collector';

/** The provider of an engine for an organization, and its health. */
export type EngineStatus = Awaited<ReturnType<typeof listEngineStatuses>>[number];

const recentHours = 24;

/** Lists the status of every engine for the organization. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function listEngineStatuses(
  { db, settings, providers }: { db: Database; settings: Env; providers: ProviderResolver },
  context: Context,
) {
  requirePermission(context.actor, 'providers.read');
  const { organizationId } = context;
  const listChoices = async () => {
    // The page shows a key as soon as it is saved.
    await providers.refresh(organizationId);
    return Promise.all(engines.map((engine) => providers.resolve<Engine>(organizationId, engine)));
  };
  const [stats, queued, circuits, choices] = await Promise.all([
    readRecentStats(context),
    countQueuedTasks(context),
    listOpenCircuits(db),
    listChoices(),
  ]);
  return engines.map((engine, index) => {
    const choice = choices[index];
    const name = choice?.provider.name ?? 'unavailable';
    const credential = choice && getProviderCredential(choice, organizationId, settings);
    const ids = credential ? [toEngineCredential(credential, engine), credential].map(getCredentialId) : [];
    const circuit = ids.flatMap((id) => circuits.find((open) => getCredentialId(open) === id) ?? [])[0];
    const { title, model } = choice ? describeProvider(choice, settings) : { title: null, model: null };
    return {
      engine,
      label: getEngineName(engine),
      /** The title, such as `OpenAI` or `Sandbox`; undefined for an unavailable engine. */
      provider: name === 'sandbox' ? 'Sandbox' : (title ?? undefined),
      /** The model that is requested; null if the provider has no choice of models. */
      model,
      /** The owner of the keys that the provider uses; undefined without keys. */
      keyOwner:
        choice?.credentials && (choice.credentials.isOwn ? ('organization' as const) : ('instance' as const)),
      /** Undefined while the circuit is closed. */
      circuit: circuit && {
        reason: circuit.reason,
        openedAt: circuit.openedAt,
        /** Says what the provider retired and what to do; null for other reasons. */
        notice: describeRetiredCircuit(circuit, settings),
      },
      /** The number of the organization's queued tasks for this engine. */
      queued: queued.get(engine) ?? 0,
      /** The organization's requests to this provider for this engine in the last 24 hours. */
      stats: sumStats(stats.filter((row) => row.provider === name && row.engine === engine)),
    };
  });
}

function readRecentStats(context: Context) {
  const since = new Date(context.clock.now().getTime() - recentHours * 3_600_000);
  return withOrganization(context, ({ db, organizationId }) =>
    db
      .select()
      .from(providerStatsHourly)
      .where(
        and(eq(providerStatsHourly.organizationId, organizationId), gt(providerStatsHourly.hour, since)),
      ),
  );
}

async function countQueuedTasks(context: Context): Promise<Map<Engine, number>> {
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ engine: tasks.engine, queued: count() })
      .from(tasks)
      .where(and(eq(tasks.organizationId, organizationId), eq(tasks.status, 'QUEUED')))
      .groupBy(tasks.engine),
  );
  return new Map(rows.map(({ engine, queued }) => [engine, queued]));
}

type StatsRow = typeof providerStatsHourly.$inferSelect;

function sumStats(rows: readonly StatsRow[]) {
  const sum = (getValue: (row: StatsRow) => number) => rows.reduce((total, row) => total + getValue(row), 0);
  const histogram = createLatencyHistogram().map((_, bucket) =>
    sum(({ latencyHistogram }) => latencyHistogram[bucket] ?? 0),
  );
  const currency = rows.findLast((row) => row.currency !== null)?.currency;
  return {
    requests: sum((row) => row.requests),
    transientErrors: sum((row) => row.transientErrors),
    permanentErrors: sum((row) => row.permanentErrors),
    quotaErrors: sum((row) => row.quotaErrors),
    throttledCount: sum((row) => row.throttledCount),
    throttledMs: sum((row) => row.throttledMs),
    /** Latency of answers; undefined without any. */
    medianMs: estimateQuantileMs(histogram, 0.5),
    p95Ms: estimateQuantileMs(histogram, 0.95),
    tokens: sum((row) => row.tokens),
    /** As reported by the provider; undefined if it does not report costs. */
    cost: currency ? { amount: sum((row) => row.cost), currency } : undefined,
  };
}
