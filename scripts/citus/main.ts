import { getEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { withConnection } from '#lib/db/connection';
import { distributeTables } from '#scripts/citus/distribute';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Moves shards until all nodes store about the same amount of data, while the database is in use. */
async function rebalanceShards(url: string): Promise<void> {
  await withConnection({ connectionString: url }, async (client) => {
    await client.query("SELECT citus_rebalance_start(shard_transfer_mode => 'auto')");
    await client.query('SELECT citus_rebalance_wait()');
  });
  print('Rebalanced the shards');
}

// npm run citus -- distribute|rebalance, with the URL of a superuser on the coordinator in DATABASE_OWNER_URL
const commands: Record<string, (url: string) => Promise<void>> = {
  distribute: (url) => distributeTables(url, print),
  rebalance: rebalanceShards,
};
const run = commands[process.argv[2] ?? ''];
const { DATABASE_OWNER_URL: url } = getEnv();
try {
  if (!run || !url)
    throw new Error('Usage: DATABASE_OWNER_URL=postgresql://… npm run citus -- distribute|rebalance');
  await run(url);
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
