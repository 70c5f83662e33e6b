import { migrateUnderTraffic } from '#scripts/bench/migration/migrate-under-traffic';
import { fillSources } from '#scripts/bench/migration/traffic';
import { alignColumns } from '#scripts/bench/table';
import { withTemporaryDatabase } from '#scripts/bench/temporary-database';

const rowCount = 5_000_000;

/** Migrates a table of 5 million rows under traffic and reports the longest stall of each step. */
export function benchMigration(): Promise<string> {
  return withTemporaryDatabase({ max_wal_size: '8GB' }, async ({ url, adminUrl }) => {
    process.stderr.write(`Inserting ${rowCount} rows\n`);
    const table = await fillSources(adminUrl, rowCount);
    const steps = await migrateUnderTraffic(
      { url, adminUrl, table },
      { quietMs: 10_000, openTransactionMs: 5_000 },
    );
    const rows = steps.map(({ name, seconds, reads, inserts, p99Ms, longestMs }) => [
      name,
      seconds.toFixed(1),
      String(reads),
      String(inserts),
      p99Ms.toFixed(1),
      longestMs.toFixed(0),
    ]);
    const header = ['step', 'seconds', 'reads', 'inserts of 10 rows', 'p99 ms', 'longest ms'];
    // The first step is the traffic before the migrations.
    const longest = Math.max(...steps.slice(1).map(({ longestMs }) => longestMs));
    return [
      `Migrating ${rowCount.toLocaleString('en')} rows of answer_sources under traffic of 3 readers and 2 writers`,
      alignColumns([header, ...rows]),
      `Longest stall: ${longest.toFixed(0)} ms`,
    ].join('\n');
  });
}
