'use client';

import Link from 'next/link';
import { DeniedButton } from '#components/overlays/denied-button';
import { DataTable } from '#components/sections/data-table';
import { Chip } from '#components/ui/chip';
import { Time } from '#components/ui/time';
import { formatCount, formatLatency, formatPercent, formatPlural, noValue } from '#lib/format/numbers';
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
    <DataTable
      label="Endpoints"
      rows={endpoints}
      getKey={({ id }) => id}
      columns={[
        {
          head: 'Endpoint',
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
        { head: 'State', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
        {
          head: 'Deliveries (24 h)',
          headTitle: 'Delivered, failed and not sent in the last 24 hours',
          numericCell: ({ day }) => formatCount(day.delivered + day.failed + day.notSent),
        },
        {
          head: 'Deliveries (7 d)',
          headTitle: 'Delivered, failed and not sent in the last 7 days',
          numericCell: ({ week }) => formatCount(week.delivered + week.failed + week.notSent),
        },
        {
          head: 'Success rate',
          headTitle: 'Share of the sent deliveries of the last 7 days that were acknowledged',
          numericCell: ({ week }) => (
            <span title={`${formatCount(week.delivered)} of ${formatCount(week.delivered + week.failed)}`}>
              {formatPercent(week.successRate)}
            </span>
          ),
        },
        {
          head: 'Latency',
          headTitle: 'Median and 95th percentile of the response times in the last 7 days',
          className: 'whitespace-nowrap',
          numericCell: ({ week }) =>
            week.medianMs === null || week.p95Ms === null ? (
              noValue
            ) : (
              <>
                {formatLatency(week.medianMs)}
                <p className="text-xs text-muted">p95 {formatLatency(week.p95Ms)}</p>
              </>
            ),
        },
        {
          head: 'Last success',
          className: 'whitespace-nowrap text-muted',
          cell: ({ lastSuccessAt }) => (lastSuccessAt ? <Time at={lastSuccessAt} /> : 'never'),
        },
        {
          head: 'Last failure',
          className: 'whitespace-nowrap text-muted',
          cell: ({ lastFailureAt }) => (lastFailureAt ? <Time at={lastFailureAt} /> : 'never'),
        },
        {
          actionsCell: ({ id, label, disabledAt, recoverable }) =>
            !disabledAt ? null : denial === null ? (
              <EnableEndpoint id={id} label={label} recoverable={recoverable} />
            ) : (
              <DeniedButton reason={denial} size="small">
                Enable<span className="sr-only"> {label}</span>
              </DeniedButton>
            ),
        },
      ]}
    />
  );
}

function EndpointState({
  endpoint: { disabledAt, failingSince, week, recoverable },
}: {
  endpoint: EndpointListing;
}) {
  const notSentText =
    week.notSent > 0 ? `${formatPlural(week.notSent, 'delivery', 'deliveries')} not sent in 7 days` : null;
  const recoveryText =
    recoverable > 0
      ? `${formatPlural(recoverable, 'failed or unsent delivery', 'failed or unsent deliveries')} can be resent`
      : null;
  const details = [notSentText, recoveryText].filter(Boolean).join('; ');
  return (
    <>
      {disabledAt ? (
        <Chip tone="danger">Disabled</Chip>
      ) : (
        <Chip tone={failingSince ? 'warning' : 'plain'}>{failingSince ? 'Failing' : 'Healthy'}</Chip>
      )}
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
