import { TableView } from '#components/sections/table-view';
import { Chip } from '#components/ui/chip';
import { formatProvider } from '#lib/contract/engine-labels';
import { countFailures, enginesTable } from '#lib/contract/tables/engines';
import { formatInstant } from '#lib/core/dates';
import { formatClauses, formatFacts, formatList, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount, formatLatency, formatMoney, noValue } from '#lib/core/numbers';
import { capitalize } from '#lib/core/text';
import type { EngineStatus } from '#lib/service/provider-stats/engine-status';

const messages = defineMessages({
  queued: '{queued, plural, one {# task} other {# tasks}} queued.',
  since: 'Since {instant}.',
  temporary: '{failed, number} temporary',
  rejected: '{failed, number} rejected',
  outOfQuota: '{failed, number} out of quota',
  someSandbox:
    '{served, number} of {total, number} engines {served, plural, one {uses} other {use}} the sandbox, which returns fictional answers; {missingEngines} {missing, plural, one {needs} other {need}} a provider key.',
  provider: '{kind, select, sandbox {the sandbox} other {{provider}}} for {engines}',
  providers:
    '{providers}{missing, plural, =0 {} one {; {missingEngines} needs a provider key} other {; {missingEngines} need a provider key}}.',
  requests:
    '{requests, plural, one {# request} other {# requests}} in the last 24 hours; {failed, plural, =0 {none} other {#}} failed.',
});

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
              {formatProvider(provider ?? 'None', model ?? null)}
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
  const tasks = queued === 0 ? '' : messages.queued({ queued });
  if (!circuit) {
    return { label: 'Operational', tone: 'plain', detail: tasks } as const;
  }
  const detail = joinSentences([
    messages.since({ instant: formatInstant(circuit.openedAt) }),
    tasks,
    'One task at a time is sent to check whether the provider works again.',
  ]);
  if (circuit.notice !== null) {
    return { label: 'Retired', tone: 'danger', detail: joinSentences([circuit.notice, detail]) } as const;
  }
  const action =
    keyOwner === 'organization'
      ? 'Increase your quota at the provider.'
      : 'Add your own key below, or ask the operator of this instance to increase the quota.';
  return circuit.reason === 'quota'
    ? ({ label: 'Out of quota', tone: 'danger', detail: joinSentences([detail, action]) } as const)
    : ({ label: 'Failing', tone: 'danger', detail } as const);
}

function describeFailures({ transientErrors, permanentErrors, quotaErrors }: ProviderStats): string {
  return formatFacts([
    transientErrors > 0 ? messages.temporary({ failed: transientErrors }) : null,
    permanentErrors > 0 ? messages.rejected({ failed: permanentErrors }) : null,
    quotaErrors > 0 ? messages.outOfQuota({ failed: quotaErrors }) : null,
  ]);
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
  const missing = {
    missing: unavailable.length,
    missingEngines: formatList(unavailable.map(({ label }) => label)),
  };
  const byProvider = Map.groupBy(served, ({ provider }) => provider);
  if (byProvider.size === 1 && byProvider.has('Sandbox')) {
    return unavailable.length === 0
      ? 'All engines use the sandbox, which returns fictional answers. Add a provider key to use real engines.'
      : messages.someSandbox({ served: served.length, total: statuses.length, ...missing });
  }
  const providers = [...byProvider]
    .toSorted(([a], [b]) => Number(a === 'Sandbox') - Number(b === 'Sandbox'))
    .map(([provider, engines]) =>
      messages.provider({
        kind: provider === 'Sandbox' ? 'sandbox' : 'other',
        provider: provider ?? '',
        engines: formatList(engines.map(({ label }) => label)),
      }),
    );
  return capitalize(messages.providers({ providers: formatClauses(providers), ...missing }));
}

/** Summarizes the requests of the last 24 hours. */
export function describeRequests(statuses: readonly EngineStatus[]): string {
  const requests = statuses.reduce((sum, { stats }) => sum + stats.requests, 0);
  if (requests === 0) return 'No requests in the last 24 hours.';
  const failed = statuses.reduce((sum, { stats }) => sum + countFailures(stats), 0);
  return messages.requests({ requests, failed });
}
