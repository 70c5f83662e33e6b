import pg from 'pg';

/** What to do once the transaction of a client has committed. */
const pending = new WeakMap<pg.Pool | pg.PoolClient, (() => void)[]>();

/** Calls `work` once the transaction of `db` has committed, and never if it is rolled back; at once outside of one. */
export function onCommit({ $client }: { $client: pg.Pool | pg.PoolClient }, work: () => void): void {
  if ($client instanceof pg.Pool) work();
  else pending.set($client, [...(pending.get($client) ?? []), work]);
}

/** Ends the transaction of a client for `onCommit`. */
export function endTransaction(client: pg.PoolClient, { isCommitted }: { isCommitted: boolean }): void {
  const committed = isCommitted ? pending.get(client) : undefined;
  pending.delete(client);
  for (const work of committed ?? []) work();
}
