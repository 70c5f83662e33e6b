import { deleteExpired } from '#lib/service/retention/delete-expired';
import type { Service } from '#lib/service/service';

/** Does the service's retention once. */
export async function runRetention({ connection, clock, settings }: Service): Promise<void> {
  await deleteExpired(connection, { now: clock.now(), retentionHours: settings.TASK_RETENTION_HOURS });
}
