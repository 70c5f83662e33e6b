import Link from 'next/link';
import { DataTable } from '#components/sections/data-table';
import { Time } from '#components/ui/time';
import type { DeliveryListing } from '#lib/service/webhooks/list-deliveries';
import { DeliveryStatus } from './delivery-status';

/** Deliveries with their last attempts. A row opens the delivery. */
export function DeliveryTable({ deliveries }: { deliveries: readonly DeliveryListing[] }) {
  return (
    <DataTable
      label="Deliveries"
      rows={deliveries}
      getKey={({ id }) => id}
      columns={[
        {
          head: 'Created',
          className: 'whitespace-nowrap',
          cell: ({ id, createdAt }) => (
            <Link
              href={`/developers/webhooks/deliveries/${id}`}
              prefetch={false}
              className="font-medium after:absolute after:inset-0"
            >
              <Time at={createdAt} />
            </Link>
          ),
        },
        { head: 'Status', cell: (delivery) => <DeliveryStatus {...delivery} /> },
        {
          head: 'Endpoint',
          className: 'max-w-72 min-w-44 wrap-anywhere',
          cell: ({ endpoint }) => endpoint,
        },
        {
          head: 'Task',
          cell: ({ taskId }) => (
            <code className="font-mono text-xs" title={taskId}>
              {taskId.slice(0, 8)}
            </code>
          ),
        },
        { head: 'Attempts', numericCell: ({ attemptCount }) => attemptCount },
        {
          head: 'Last attempt',
          className: 'max-w-96 min-w-36 text-muted',
          cell: (delivery) => describeLastAttempt(delivery),
        },
        {
          head: 'Next attempt',
          className: 'whitespace-nowrap text-muted',
          cell: ({ dueAt }) => (dueAt ? <Time at={dueAt} /> : null),
        },
      ]}
    />
  );
}

function describeLastAttempt({ attemptCount, lastError, lastStatusCode, lastDurationMs }: DeliveryListing) {
  if (attemptCount === 0) return 'none yet';
  return `${lastError ?? `${lastStatusCode} in`} ${lastError ? '· ' : ''}${lastDurationMs} ms`;
}
