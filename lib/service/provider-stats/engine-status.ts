import { and, count, eq, gt } from 'drizzle-orm';
import { type Engine, engineSpecs, engines } from '#lib/contract/engines';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/client';
import { providerStatsHourly } from '#lib/db/schema/providers';
import { tasks } from '#lib/db/schema/tasks';
import { getProviderDetails } from '#lib/providers/registry';
import { listOpenCircuits, type OpenCircuit } from '#lib/service/circuit-breaker/circuit-store';
import { getCredentialId, getProviderCredential } from '#lib/service/circuit-breaker/provider-credential';
import type { Service } from '#lib/service/instance/service';
import { createLatencyHistogram, estimateQuantileMs } from '#lib/service/provider-stats/stats-collector';

/** The provider of an engine for an organization, and its condition. */
export interface EngineStatus {
  engine: Engine;
  label: string;
  /** The title, such as `OpenAI`, or `the sandbox`; undefined for an unavailable engine. */
  provider: string | undefined;
  /** The owner of the provider's keys; undefined without keys. */
  keys: 'own' | 'instance' | undefined;
  /** Undefined while the circuit is closed. */
  circuit: Pick<OpenCircuit, 'reason' | 'openedAt'> | undefined;
  /** The organization's queued tasks. */
  queued: number;
  /** The organization's requests to this provider in the last 24 hours. */
  stats: ProviderStats;
}

type StatsRow = typeof providerStatsHourly.$inferSelect;

/** Statistics of one provider and engine, written with a delay of a second or two. */
export interface ProviderStats
  extends Pick<
    StatsRow,
    | 'requests'
    | 'transientErrors'
    | 'permanentErrors'
    | 'quotaErrors'
    | 'throttledCount'
    | 'throttledMs'
    | 'tokens'
  > {
  /** Latency of answers; undefined without any. */
  medianMs: number | undefined;
  p95Ms: number | undefined;
  /** As reported by the provider; undefined if it does not report costs. */
  cost: { amount: number; currency: string } | undefined;
}

const recentHours = 24;

/** Lists the status of every engine for the organization. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function listEngineStatuses(
  { db, settings, providers }: Pick<Service, 'db' | 'settings' | 'providers'>,
  context: Context,
): Promise<EngineStatus[]> {
  requirePermission(context.actor, 'providers.read');
  const { organizationId } = context;
  const [stats, queued, circuits, choices] = await Promise.all([
    readRecentStats(context),
    countQueuedTasks(context),
    listOpenCircuits(db),
    Promise.all(engines.map((engine) => providers.resolve<Engine>(organizationId, engine))),
  ]);
  return engines.map((engine, index) => {
    const choice = choices[index];
    const name = choice?.provider.name ?? 'unavailable';
    const title = name === 'sandbox' ? 'the sandbox' : undefined;
    const credential = choice && getProviderCredential(choice, organizationId, settings);
    const id = credential && getCredentialId(credential);
    return {
      engine,
      label: engineSpecs[engine].label,
      provider: choice?.credentials ? getProviderDetails(choice.credentials.provider).title : title,
      keys: choice?.credentials && (choice.credentials.isOwn ? 'own' : 'instance'),
      circuit: circuits.find((circuit) => getCredentialId(circuit) === id),
      queued: queued.get(engine) ?? 0,
      stats: sumStats(stats.filter((row) => row.provider === name && row.engine === engine)),
    };
  });
}

function readRecentStats(context: Context) {
  const since = new Date(context.clock.now().getTime() - recentHours * 3_600_000);
  return scoped(context, ({ db, organizationId }) =>
    db
      .select()
      .from(providerStatsHourly)
      .where(
        and(eq(providerStatsHourly.organizationId, organizationId), gt(providerStatsHourly.hour, since)),
      ),
  );
}

async function countQueuedTasks(context: Context): Promise<Map<Engine, number>> {
  const rows = await scoped(context, ({ db, organizationId }) =>
    db
      .select({ engine: tasks.engine, queued: count() })
      .from(tasks)
      .where(and(eq(tasks.organizationId, organizationId), eq(tasks.status, 'QUEUED')))
      .groupBy(tasks.engine),
  );
  return new Map(rows.map(({ engine, queued }) => [engine, queued]));
}

function sumStats(rows: readonly StatsRow[]): ProviderStats {
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
    medianMs: estimateQuantileMs(histogram, 0.5),
    p95Ms: estimateQuantileMs(histogram, 0.95),
    tokens: sum((row) => row.tokens),
    cost: currency ? { amount: sum((row) => row.cost), currency } : undefined,
  };
}
