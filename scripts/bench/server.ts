import { createServer, type RequestListener } from 'node:http';
import { systemClock } from '#lib/core/clock';
import { readSettings } from '#lib/core/settings';
import { openDatabase } from '#lib/db/client';
import { createApp } from '#lib/http/app';
import { listenerOf } from '#lib/http/listener';
import { chooseProviders } from '#lib/providers/registry';
import { bareListener } from '#scripts/bench/bare';
import { instantProvider } from '#scripts/bench/instant-provider';

// A server of the bench: node server.ts service|bare, with DATABASE_URL. It tells its parent the port.
const settings = readSettings(process.env);
const db = openDatabase(settings.DATABASE_URL ?? '', { max: settings.DATABASE_POOL });

function listener(): RequestListener {
  if (process.argv[2] === 'bare') return bareListener(db);
  const providers = { ...chooseProviders(settings), chat: instantProvider };
  return listenerOf(createApp({ db, clock: systemClock, settings, providers }));
}

const server = createServer(listener());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
