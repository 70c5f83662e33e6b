import { Chip, type ChipTone } from '#components/ui/chip';
import { Time } from '#components/ui/time';
import { formatPlural } from '#lib/core/numbers';
import type { DeliveryDetails } from '#lib/service/webhooks/deliveries';
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

const outcomes: Record<Exclude<Status, 'pending'>, string> = {
  delivered: 'delivered on',
  failed: 'failed on',
  not_sent: 'stopped on',
};

/** The status of a delivery, with its number of attempts and when it was completed. */
export function DeliverySummary({
  status,
  isTest,
  attempts,
  completedAt,
}: Pick<DeliveryDetails, 'status' | 'isTest' | 'completedAt'> & { attempts: { length: number } }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <DeliveryStatus status={status} isTest={isTest} />
      <span>
        {formatPlural(attempts.length, 'attempt')}
        {completedAt && status !== 'pending' ? (
          <>
            ; {outcomes[status]} <Time at={completedAt} />
          </>
        ) : null}
      </span>
    </span>
  );
}
