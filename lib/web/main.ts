import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import { systemClock } from '#lib/core/clock';
import { describeError } from '#lib/core/errors';
import { listen } from '#lib/core/listen';
import { log } from '#lib/core/log';
import { settings } from '#lib/core/settings';
import { onStop } from '#lib/core/stop';
import { openPool } from '#lib/database/connection';
import { createApp } from '#lib/http/app';
import { closeServer } from '#lib/web/close';
import { belongsToService } from '#lib/web/route';

/** Shorter than the launcher's patience, so that the process ends by itself. */
const graceMs = 9_000;

/** The web process: the service and the pages on one port. */
async function serve(): Promise<void> {
  const { PORT, DATABASE_URL, DATABASE_POOL } = settings();
  if (!DATABASE_URL) {
    throw new Error('Setting DATABASE_URL is missing. Set it, or use npm start, which runs a database of its own.');
  }
  const pool = openPool(DATABASE_URL, { max: DATABASE_POOL, name: 'answerscope web' });
  const service = getRequestListener(createApp({ connection: pool, clock: systemClock }).fetch);
  const pages = next({ dev: process.argv.includes('--dev'), dir: resolve(import.meta.dirname, '..', '..') });
  await pages.prepare();
  const answerPage = pages.getRequestHandler();
  const server = createServer((request, response) => {
    const answer = belongsToService(request.url ?? '/') ? service : answerPage;
    answer(request, response).catch((error: unknown) => {
      log.error({ error: describeError(error), path: request.url }, 'a request failed outside its handler');
      response.destroy();
    });
  });
  server.on('upgrade', pages.getUpgradeHandler());
  await listen(server, PORT);
  log.info({ port: PORT }, 'web is listening');
  onStop(async () => {
    await closeServer(server, graceMs);
    await pages.close();
    await pool.end();
  });
}

try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
  process.exit(1);
}
