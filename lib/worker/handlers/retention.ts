import { deleteExpired } from '#lib/service/retention/delete-expired';
import { releaseExpiredSlots } from '#lib/service/retention/release-expired-slots';
import type { Service } from '#lib/service/service';

/** Does the service's retention once. */
export async function runRetention({ connection, clock, settings }: Service): Promise<void> {
  await releaseExpiredSlots(connection);
  await deleteExpired(connection, { now: clock.now(), retentionHours: settings.TASK_RETENTION_HOURS });
}
