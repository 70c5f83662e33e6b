import { Chip, type ChipTone } from '#components/ui/chip';
import type { DeliveryListing } from '#lib/service/webhooks/list-deliveries';

type Status = DeliveryListing['status'];

/** The label of each status of a delivery. */
export const statusLabels: Record<Status, string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  not_sent: 'Not sent',
};

const tones: Record<Status, ChipTone> = {
  pending: 'warning',
  delivered: 'plain',
  failed: 'danger',
  not_sent: 'danger',
};

/** The status of a delivery, and whether it is a test event. */
export function DeliveryStatus({ status, isTest }: Pick<DeliveryListing, 'status' | 'isTest'>) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Chip tone={tones[status]}>{statusLabels[status]}</Chip>
      {isTest ? <Chip>Test</Chip> : null}
    </span>
  );
}
