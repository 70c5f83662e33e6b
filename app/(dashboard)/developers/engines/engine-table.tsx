import { TableView } from '#components/sections/table-view';
import { Chip } from '#components/ui/chip';
import { countFailures, enginesTable } from '#lib/contract/tables/engines';
import { formatInstant } from '#lib/core/dates';
import { formatList } from '#lib/core/lists';
import { formatCount, formatLatency, formatMoney, formatPlural, noValue } from '#lib/core/numbers';
import { capitalize } from '#lib/core/text';
import type { EngineStatus } from '#lib/service/provider-stats/engine-status';

/** Every engine with its provider and model, status, and requests of the last 24 hours. */
export function EngineTable({ statuses }: { statuses: readonly EngineStatus[] }) {
  return (
    <TableView
      table={enginesTable}
      rows={statuses.map((status) => {
        const state = describeStatus(status);
        return { ...status, state, status: state.label };
      })}
      getKey={({ engine }) => engine}
      views={{
        engine: { className: 'min-w-36 font-medium' },
        provider: {
          className: 'whitespace-nowrap',
          cell: ({ provider, model, keyOwner }) => (
            <>
              {[provider ?? 'None', model].filter(Boolean).join(' ')}
              {keyOwner === 'organization' ? <span className="text-muted"> · your key</span> : null}
            </>
          ),
        },
        status: {
          cell: ({ state }) => (
            <>
              <Chip tone={state.tone}>{state.label}</Chip>
              {state.detail ? (
                <p className="mt-1 min-w-28 text-xs text-muted sm:min-w-48">{state.detail}</p>
              ) : null}
            </>
          ),
        },
        failed: {
          cell: ({ stats }) => (
            <>
              {formatCount(countFailures(stats))}
              <p className="text-xs text-muted">{describeFailures(stats)}</p>
            </>
          ),
        },
        delayed: {
          cell: ({ stats }) => (
            <>
              {formatCount(stats.throttledCount)}
              {stats.throttledCount > 0 ? (
                <p className="text-xs text-muted">{formatLatency(stats.throttledMs)} total</p>
              ) : null}
            </>
          ),
        },
        medianMs: { cell: ({ stats }) => formatLatency(stats.medianMs) },
        p95Ms: { cell: ({ stats }) => formatLatency(stats.p95Ms) },
        cost: { cell: ({ stats }) => (stats.cost ? formatCost(stats.cost) : noValue) },
      }}
    />
  );
}

type ProviderStats = EngineStatus['stats'];

/** Describes whether the engine works, and what to do if it does not. */
export function describeStatus({ provider, keyOwner, circuit, queued }: EngineStatus) {
  if (provider === undefined) {
    return { label: 'Unavailable', tone: 'plain', detail: 'Add a provider key below to use it.' } as const;
  }
  const tasks = queued === 0 ? '' : `${formatPlural(queued, 'task')} queued.`;
  if (!circuit) {
    return { label: 'Operational', tone: 'plain', detail: tasks } as const;
  }
  const detail = [
    `Since ${formatInstant(circuit.openedAt)}.`,
    tasks,
    'One task at a time is sent to check whether the provider works again.',
  ]
    .filter(Boolean)
    .join(' ');
  if (circuit.notice !== null) {
    return { label: 'Retired', tone: 'danger', detail: `${circuit.notice} ${detail}` } as const;
  }
  const action =
    keyOwner === 'organization'
      ? 'Increase your quota at the provider.'
      : 'Add your own key below, or ask the operator of this instance to increase the quota.';
  return circuit.reason === 'quota'
    ? ({ label: 'Out of quota', tone: 'danger', detail: `${detail} ${action}` } as const)
    : ({ label: 'Failing', tone: 'danger', detail } as const);
}

function describeFailures({ transientErrors, permanentErrors, quotaErrors }: ProviderStats): string {
  const kinds = [
    [transientErrors, 'temporary'],
    [permanentErrors, 'rejected'],
    [quotaErrors, 'out of quota'],
  ] as const;
  return kinds
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${formatCount(count)} ${label}`)
    .join(' · ');
}

/** Formats an amount in its currency, with enough digits for a fraction of a cent. */
function formatCost({ amount, currency }: { amount: number; currency: string }): string {
  return formatMoney(amount, currency, amount !== 0 && amount < 1 ? 4 : 2);
}

/** Summarizes which provider serves which engines. */
export function describeProviders(statuses: readonly EngineStatus[]): string {
  const { true: served = [], false: unavailable = [] } = Object.groupBy(statuses, ({ provider }) =>
    provider === undefined ? 'false' : 'true',
  );
  if (served.length === 0) return 'Every engine needs a provider key.';
  const missing =
    unavailable.length === 0
      ? null
      : `${formatList(unavailable.map(({ label }) => label))} ${unavailable.length === 1 ? 'needs' : 'need'} a provider key`;
  const byProvider = Map.groupBy(served, ({ provider }) => provider);
  if (byProvider.size === 1 && byProvider.has('Sandbox')) {
    const verb = served.length === 1 ? 'uses' : 'use';
    return missing === null
      ? 'All engines use the sandbox, which returns fictional answers. Add a provider key to use real engines.'
      : `${served.length} of ${statuses.length} engines ${verb} the sandbox, which returns fictional answers; ${missing}.`;
  }
  const parts = [...byProvider]
    .toSorted(([a], [b]) => Number(a === 'Sandbox') - Number(b === 'Sandbox'))
    .map(
      ([provider, engines]) =>
        `${provider === 'Sandbox' ? 'the sandbox' : provider} for ${formatList(engines.map(({ label }) => label))}`,
    );
  return `${capitalize([...parts, ...(missing === null ? [] : [missing])].join('; '))}.`;
}

/** Summarizes the requests of the last 24 hours. */
export function describeRequests(statuses: readonly EngineStatus[]): string {
  const requests = statuses.reduce((sum, { stats }) => sum + stats.requests, 0);
  if (requests === 0) return 'No requests in the last 24 hours.';
  const failed = statuses.reduce((sum, { stats }) => sum + countFailures(stats), 0);
  return `${formatPlural(requests, 'request')} in the last 24 hours; ${failed === 0 ? 'none' : formatCount(failed)} failed.`;
}
