import { createServer, type RequestListener } from 'node:http';
import { parseEnv } from '#lib/core/env';
import { openDatabase } from '#lib/db/database';
import { createApp } from '#lib/http/app';
import { toRequestListener } from '#lib/http/node-server';
import { createProviders } from '#lib/providers/registry';
import { createService } from '#lib/service/instance/service';
import { reportReady } from '#scripts/bench/child-process';
import { createBaselineListener } from '#scripts/bench/http/baseline-server';
import { instantProvider } from '#scripts/bench/instant-provider';

// Usage: node server.ts service|bare, with DATABASE_URL. Sends its port to the parent process.
const settings = parseEnv(process.env);
const db = openDatabase(settings.DATABASE_URL ?? '', { max: settings.DATABASE_POOL });

function createListener(): RequestListener {
  if (process.argv[2] === 'bare') return createBaselineListener(db);
  const providers = { ...createProviders(settings), chat: instantProvider };
  return toRequestListener(createApp(createService({ db, settings, providers })));
}

const server = createServer(createListener());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') reportReady(address.port);
});
