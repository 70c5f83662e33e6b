import { systemClock } from '#lib/core/clock';
import { getEnv } from '#lib/core/env';
import { getDatabase } from '#lib/db/shared-pool';
import type { Service } from '#lib/service/service';

/** The service on the pool and the settings of this process. @throws Error when DATABASE_URL is not set */
export function openService(): Service {
  return { db: getDatabase(), clock: systemClock, settings: getEnv() };
}
