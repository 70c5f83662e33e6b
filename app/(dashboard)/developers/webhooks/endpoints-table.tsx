'use client';

import { TableView } from '#components/sections/table-view';
import { Chip } from '#components/ui/chip';
import { Link } from '#components/ui/link';
import { Time } from '#components/ui/time';
import { endpointsTable, getEndpointState } from '#lib/contract/tables/webhooks';
import { formatClauses } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount, formatLatency, formatPercent, noValue } from '#lib/core/numbers';
import type { EndpointListing } from '#lib/service/webhooks/endpoints';
import { EnableEndpoint } from './enable-endpoint';

interface EndpointsTableProps {
  endpoints: readonly EndpointListing[];
  /** Reason why the member can't enable endpoints; null if they can. */
  denial: string | null;
}

/** The endpoints that deliveries are sent to, with their health. */
export function EndpointsTable({ endpoints, denial }: EndpointsTableProps) {
  return (
    <TableView
      table={endpointsTable}
      rows={endpoints}
      getKey={({ id }) => id}
      views={{
        endpoint: {
          className: 'max-w-80 min-w-40 wrap-anywhere',
          title: () =>
            'Parts of the URL that may contain secrets are hidden. The characters after # identify the endpoint.',
          cell: ({ id, label }) => (
            <Link
              href={`/developers/webhooks/deliveries?endpoint=${id}`}
              className="font-medium hover:text-accent-strong hover:underline"
            >
              {label}
            </Link>
          ),
        },
        state: { cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
        successRate: {
          cell: ({ week }) => (
            <span title={`${formatCount(week.delivered)} of ${formatCount(week.delivered + week.failed)}`}>
              {formatPercent(week.successRate)}
            </span>
          ),
        },
        latencyMs: {
          className: 'whitespace-nowrap',
          cell: ({ week }) =>
            week.medianMs === null || week.p95Ms === null ? (
              noValue
            ) : (
              <>
                {formatLatency(week.medianMs)}
                <p className="text-xs text-muted">p95 {formatLatency(week.p95Ms)}</p>
              </>
            ),
        },
        lastSuccessAt: {
          className: 'whitespace-nowrap text-muted',
          cell: ({ lastSuccessAt }) => (lastSuccessAt ? <Time at={lastSuccessAt} /> : 'never'),
        },
        lastFailureAt: {
          className: 'whitespace-nowrap text-muted',
          cell: ({ lastFailureAt }) => (lastFailureAt ? <Time at={lastFailureAt} /> : 'never'),
        },
      }}
      actions={({ id, label, disabledAt, recoverable }) =>
        disabledAt ? <EnableEndpoint id={id} label={label} recoverable={recoverable} denial={denial} /> : null
      }
    />
  );
}

const messages = defineMessages({
  notSent: '{notSent, plural, one {# delivery} other {# deliveries}} not sent in 7 days',
  recoverable:
    '{recoverable, plural, one {# failed or unsent delivery} other {# failed or unsent deliveries}} can be resent',
});

const stateTones = { Disabled: 'danger', Failing: 'warning', Healthy: 'plain' } as const;

function EndpointState({ endpoint }: { endpoint: EndpointListing }) {
  const { disabledAt, failingSince, week, recoverable } = endpoint;
  const state = getEndpointState(endpoint);
  const details = formatClauses([
    ...(week.notSent > 0 ? [messages.notSent({ notSent: week.notSent })] : []),
    ...(recoverable > 0 ? [messages.recoverable({ recoverable })] : []),
  ]);
  return (
    <>
      <Chip tone={stateTones[state]}>{state}</Chip>
      {disabledAt ? (
        <p className="mt-1 text-xs text-muted">
          since <Time at={disabledAt} />
        </p>
      ) : null}
      {failingSince && !disabledAt ? (
        <p className="mt-1 text-xs text-muted">
          every attempt has failed since <Time at={failingSince} />
        </p>
      ) : null}
      {details ? <p className="mt-1 text-xs text-muted">{details}</p> : null}
    </>
  );
}
