import { TableView } from '#components/sections/table-view';
import { Link } from '#components/ui/link';
import { Time } from '#components/ui/time';
import { deliveriesTable } from '#lib/contract/tables/webhooks';
import { formatFacts } from '#lib/core/lists';
import type { DeliveryListing } from '#lib/service/webhooks/list-deliveries';
import { DeliveryStatus } from './delivery-status';

/** Deliveries with their last attempts. A row opens the delivery. */
export function DeliveryTable({ deliveries }: { deliveries: readonly DeliveryListing[] }) {
  return (
    <TableView
      table={deliveriesTable}
      rows={deliveries}
      getKey={({ id }) => id}
      views={{
        createdAt: {
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
        status: { cell: (delivery) => <DeliveryStatus {...delivery} /> },
        endpoint: { className: 'max-w-72 min-w-44 wrap-anywhere' },
        task: {
          cell: ({ taskId }) => (
            <code className="font-mono text-xs" title={taskId}>
              {taskId.slice(0, 8)}
            </code>
          ),
        },
        lastError: { className: 'max-w-96 min-w-36 text-muted', cell: describeLastAttempt },
        nextAttemptAt: {
          className: 'whitespace-nowrap text-muted',
          cell: ({ dueAt }) => (dueAt ? <Time at={dueAt} /> : null),
        },
      }}
    />
  );
}

function describeLastAttempt({ attemptCount, lastError, lastStatusCode, lastDurationMs }: DeliveryListing) {
  if (attemptCount === 0) return 'none yet';
  const duration = `${lastDurationMs} ms`;
  return lastError === null ? `${lastStatusCode} in ${duration}` : formatFacts([lastError, duration]);
}
