import { Chip, type ChipTone } from '#components/ui/chip';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { DeliveryListing } from '#lib/service/webhooks/deliveries';

const tones: Record<DeliveryListing['status'], ChipTone> = {
  delivered: 'plain',
  pending: 'notice',
  failed: 'danger',
};

/** The latest webhook deliveries with their last attempts. */
export function DeliveriesTable({ deliveries }: { deliveries: readonly DeliveryListing[] }) {
  return (
    <Table label="Deliveries" className="max-h-[480px] overflow-y-auto">
      <TableHead>
        <HeadCell>Created</HeadCell>
        <HeadCell>Endpoint</HeadCell>
        <HeadCell>Task</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell numeric>Attempts</HeadCell>
        <HeadCell>Last attempt</HeadCell>
      </TableHead>
      <tbody>
        {deliveries.map((delivery) => {
          const last = delivery.attempts.at(-1);
          return (
            <Row key={delivery.id}>
              <Cell className="whitespace-nowrap text-muted">
                {delivery.createdAt.toLocaleString('en-GB', {
                  dateStyle: 'medium',
                  timeStyle: 'medium',
                  timeZone: 'UTC',
                })}
              </Cell>
              <Cell className="max-w-64 truncate">{redactUrl(delivery.url)}</Cell>
              <Cell className="font-mono text-xs">{delivery.taskId.slice(0, 8)}</Cell>
              <Cell>
                <Chip tone={tones[delivery.status]}>{delivery.status}</Chip>
              </Cell>
              <Cell numeric>{delivery.attempts.length}</Cell>
              <Cell className="text-muted">
                {last ? `${last.error ?? last.statusCode ?? ''} · ${last.durationMs} ms` : 'none yet'}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

/** Removes the last path segment and the query, which can contain secrets. */
function redactUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  return `${host}${folder}…`;
}
