import { setTimeout as delay } from 'node:timers/promises';
import { describeError } from '#lib/core/errors';
import { type Cluster, type ClusterOptions, startCluster } from '#scripts/postgres/cluster';
import { isAlive } from '#scripts/postgres/postmaster';

const pollMs = 500;

/** Starts the PostgreSQL cluster in a folder and restarts it on the same port whenever it exits, until `stop`. */
export async function startWatchedCluster(
  options: ClusterOptions,
  printLine: (line: string) => void,
): Promise<Cluster> {
  const first = await startCluster(options);
  const stopping = new AbortController();
  let current = first;
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await delay(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || isAlive(current.pid)) continue;
      printLine('The embedded PostgreSQL exited unexpectedly and is being restarted.');
      try {
        current = await startCluster({ ...options, port: first.port });
      } catch (error) {
        printLine(describeError(error));
      }
    }
  };
  const watched = watch();
  return {
    ...first,
    stop: async () => {
      stopping.abort();
      await watched;
      await current.stop();
    },
  };
}
