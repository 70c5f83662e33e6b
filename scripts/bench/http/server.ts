import { createServer, type RequestListener } from 'node:http';
import { exampleResults } from '#lib/contract/examples/examples';
import { parseEnv } from '#lib/core/env';
import { openDatabase } from '#lib/db/client';
import { createApp } from '#lib/http/app';
import { toRequestListener } from '#lib/http/node-server';
import { createProviders } from '#lib/providers/registry';
import type { Provider } from '#lib/providers/shared/provider';
import { createService } from '#lib/service/instance/service';
import { createBaselineListener } from '#scripts/bench/http/baseline-server';

/** Answers immediately with the documented example, so that only the service is measured. */
const instantProvider: Provider<'chat'> = {
  name: 'instant',
  engine: 'chat',
  timeoutMs: 1000,
  query: async () => ({ result: exampleResults.chat }),
};

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
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
