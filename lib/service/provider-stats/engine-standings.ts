import { type Engine, engineFacts, engines } from '#lib/contract/engines';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';
import { getProviderDetails } from '#lib/providers/provider-catalog';
import { getCredentialId, getProviderCredential } from '#lib/service/circuit-breaker/account';
import { type OpenCircuit, readCircuits } from '#lib/service/circuit-breaker/circuit-rows';
import { resolveProvider } from '#lib/service/provider-keys/choice-for';
import { getRecentStats, type ProviderStats } from '#lib/service/provider-stats/recent-figures';
import type { Service } from '#lib/service/service';

/** Who answers an engine for an organization, and how that goes. */
export interface EngineStatus {
  engine: Engine;
  label: string;
  /** As a sentence names it: `OpenAI`, `the sandbox`; undefined where nobody answers. */
  provider: string | undefined;
  /** Whose key it is asked with; undefined without one. */
  keys: 'own' | 'instance' | undefined;
  /** Why its tasks wait, and since when; undefined while it answers. */
  circuit: Pick<OpenCircuit, 'reason' | 'openedAt'> | undefined;
  /** The organization's tasks that wait in the queue. */
  queued: number;
  /** What the organization asked of this provider in the last 24 hours. */
  stats: ProviderStats;
}

/**
 * Every engine as it stands for the organization.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listEngineStatuses(service: Service, context: Context): Promise<EngineStatus[]> {
  requirePermission(context.actor, 'vendors.read');
  const { organizationId } = context;
  const [figures, queued, circuits, choices] = await Promise.all([
    getRecentStats(context),
    queuedByEngine(context),
    readCircuits(service.db),
    Promise.all(engines.map((engine) => resolveProvider<Engine>(service, organizationId, engine))),
  ]);
  return engines.map((engine, index) => {
    const choice = choices[index];
    const name = choice?.provider.name ?? 'unavailable';
    const account = choice && getProviderCredential(choice, organizationId, service.settings);
    return {
      engine,
      label: engineFacts[engine].label,
      provider: choice?.credentials ? getProviderDetails(choice.credentials.provider).title : sandboxOr(name),
      keys: choice?.credentials && (choice.credentials.isOwn ? 'own' : 'instance'),
      circuit: account && circuits.find((circuit) => getCredentialId(circuit) === getCredentialId(account)),
      queued: queued.get(engine) ?? 0,
      figures: figures(name, engine),
    };
  });
}

function sandboxOr(name: string): string | undefined {
  return name === 'sandbox' ? 'the sandbox' : undefined;
}

async function queuedByEngine(context: Context): Promise<Map<string, number>> {
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ engine: string; tasks: number }>(
      `SELECT engine, count(*) AS tasks FROM tasks
       WHERE organization_id = $1 AND status = 'QUEUED' GROUP BY engine`,
      [organizationId],
    );
    return new Map(rows.map(({ engine, tasks }) => [engine, tasks]));
  });
}
