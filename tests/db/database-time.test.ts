import { afterEach, expect, test, vi } from 'vitest';
import { processState } from '#lib/core/process-state';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { startClockSync } from '#lib/db/database-time';
import { createDatabase } from '#tests/support/database';
import { waitFor } from '#tests/support/wait';

afterEach(() => {
  vi.useRealTimers();
  processState.time = undefined;
});

test('the system clock returns the time of the database and ignores changes to the clock of the machine', async () => {
  const realMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: realMs + 3_600_000 });
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(realMs + 3_600_000);
  const database = await createDatabase();
  const db = openDatabase(database.url, { max: 1 });
  const stop = await startClockSync(db);
  const readAtMs = performance.now();
  const timeMs = systemClock.now().getTime();
  expect(Math.abs(timeMs - realMs)).toBeLessThan(60_000);
  vi.setSystemTime(realMs - 3_600_000);
  const elapsedMs = performance.now() - readAtMs;
  expect(systemClock.now().getTime() - timeMs).toBeGreaterThanOrEqual(Math.floor(elapsedMs));
  expect(systemClock.now().getTime() - timeMs).toBeLessThan(60_000);
  stop();
  await db.$client.end();
  await database.drop();
});

test('with an unreachable database, starting fails; if the first reading is optional, it is retried until the database responds', async () => {
  const db = openDatabase('postgresql://answerscope@127.0.0.1:9/none', { max: 1 });
  await expect(startClockSync(db)).rejects.toThrow('ECONNREFUSED');
  const stop = await startClockSync(db, { isOptional: true });
  expect(processState.time).toBeUndefined();
  const database = await createDatabase();
  const available = openDatabase(database.url, { max: 1 });
  vi.spyOn(db.$client, 'connect').mockImplementation(() => available.$client.connect());
  await waitFor('the time is read', () => processState.time !== undefined);
  stop();
  await Promise.all([db.$client.end(), available.$client.end()]);
  await database.drop();
});
