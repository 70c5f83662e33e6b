'use client';

import type { ReactNode } from 'react';
import { Dialog } from '#components/overlays/dialog';
import { TableView } from '#components/sections/table-view';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { Time } from '#components/ui/time';
import { getEngineName } from '#lib/contract/engines';
import { requestsTable } from '#lib/contract/tables/usage';
import { formatCount, formatPlural, noValue } from '#lib/core/numbers';
import type { RequestLogEntry } from '#lib/service/request-log/list-requests';

/** A logged request. `error` is its code and message; null on success. */
export type LoggedRequest = RequestLogEntry & { error: string | null };

/** The logged requests; a row opens its details. */
export function RequestTable({ requests }: { requests: readonly LoggedRequest[] }) {
  return (
    <TableView
      table={requestsTable}
      rows={requests}
      getKey={({ id }) => id}
      views={{
        time: { className: 'whitespace-nowrap' },
        status: { cell: ({ status }) => <StatusChip status={status} /> },
        path: {
          className: 'min-w-44',
          cell: (request) => (
            <>
              <RequestDetails request={request} />
              {request.engine ? (
                <span className="block text-xs text-muted">{getEngineName(request.engine)}</span>
              ) : null}
            </>
          ),
        },
        apiKey: {
          className: 'whitespace-nowrap text-muted',
          cell: ({ keyName }) => keyName ?? 'Deleted key',
        },
        credits: {
          cell: ({ creditsCharged }) => (creditsCharged === 0 ? noValue : formatCount(creditsCharged)),
        },
        latencyMs: {
          className: 'whitespace-nowrap',
          cell: ({ latencyMs }) => `${formatCount(latencyMs)} ms`,
        },
      }}
    />
  );
}

function StatusChip({ status }: { status: number }) {
  return <Chip tone={status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'plain'}>{status}</Chip>;
}

/** The method and path of a request, which open a sheet with everything that was logged. */
function RequestDetails({ request }: { request: LoggedRequest }) {
  const { id, method, path, engine, status, error, keyName, creditsCharged, latencyMs, receivedAt } = request;
  const details: [string, ReactNode][] = [
    [
      'Request ID',
      <code key="id" className="font-mono text-xs wrap-anywhere">
        {id}
      </code>,
    ],
    ['Received', <Time key="time" at={receivedAt} />],
    ...(engine === null ? [] : ([['Engine', getEngineName(engine)]] satisfies [string, ReactNode][])),
    ['API key', keyName ?? 'Deleted key'],
    ['Status', status],
    ...(error === null ? [] : ([['Error', error]] satisfies [string, ReactNode][])),
    ['Credits charged', formatCount(creditsCharged)],
    ['Latency', `${formatCount(latencyMs)} ms`],
    ...describeProvider(request),
  ];
  return (
    <Dialog
      kind="sheet"
      title={`${method} ${path}`}
      trigger={
        <Button
          kind="quiet"
          size="small"
          className="-mx-2.5 h-auto min-h-8 text-left font-mono text-xs wrap-anywhere whitespace-normal after:absolute after:inset-0 hover:bg-transparent"
        >
          {method} {path}
        </Button>
      }
    >
      <dl className="flex flex-col">
        {details.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[140px_1fr] gap-4 border-t py-2.5 first:border-t-0">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function describeProvider({ provider, cost, currency, tokens }: RequestLogEntry): [string, ReactNode][] {
  if (provider === null) return [];
  return [
    ['Provider', provider],
    ...(cost === null
      ? []
      : ([['Provider cost', `${cost} ${currency ?? ''}`]] satisfies [string, ReactNode][])),
    ...(tokens === null ? [] : ([['Tokens', formatPlural(tokens, 'token')]] satisfies [string, ReactNode][])),
  ];
}
