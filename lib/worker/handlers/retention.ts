import { deleteExpired } from '#lib/service/retention/delete-expired';
import type { Service } from '#lib/service/service';

/** Does the service's retention once. */
export async function runRetention({ db, clock, settings }: Service): Promise<void> {
  await deleteExpired(db, { now: clock.now(), retentionHours: settings.TASK_RETENTION_HOURS });
}
