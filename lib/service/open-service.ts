import { systemClock } from '#lib/core/clock';
import { settings as readSettings } from '#lib/core/settings';
import { openPool } from '#lib/database/connection';
import type { Service } from '#lib/service/service';

/** Opens the service on the database of the settings. @throws Error when DATABASE_URL is not set */
export function openService(): Service {
  const settings = readSettings();
  if (!settings.DATABASE_URL) {
    throw new Error(
      'Setting DATABASE_URL is missing. Set it, or use npm start, which runs a database of its own.',
    );
  }
  const connection = openPool(settings.DATABASE_URL, {
    max: settings.DATABASE_POOL,
    name: 'answerscope service',
  });
  return { connection, clock: systemClock, settings };
}
