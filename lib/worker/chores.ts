import { type BoundChore, bindChore } from '#lib/queue/chores';
import { retentionChore } from '#lib/service/retention/chores';
import type { Service } from '#lib/service/service';
import { dashboardChores } from '#lib/worker/handlers/dashboard';
import { runRetention } from '#lib/worker/handlers/retention';

/** Every chore the worker does, with its handler and, where it comes round by itself, its cron (UTC). */
export function boundChores(service: Service): BoundChore[] {
  return [bindChore(retentionChore, () => runRetention(service), '* * * * *'), ...dashboardChores(service)];
}
