import { wait } from '#lib/core/backoff';
import { describeError } from '#lib/core/errors';
import { type Cluster, type ClusterOptions, startCluster } from '#scripts/start/postgres/cluster';
import { isAlive } from '#scripts/start/postgres/postmaster';

const lookMs = 500;

/**
 * Starts the PostgreSQL of a folder and starts it again on the same port whenever it dies, until `stop`: the
 * other processes keep its address.
 */
export async function keepCluster(options: ClusterOptions, say: (line: string) => void): Promise<Cluster> {
  const first = await startCluster(options);
  const stopping = new AbortController();
  let current = first;
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await wait(lookMs, stopping.signal).catch(() => {});
      if (stopping.signal.aborted || isAlive(current.pid)) continue;
      say('The embedded PostgreSQL ended unexpectedly and is started again.');
      try {
        current = await startCluster({ ...options, port: first.port });
      } catch (error) {
        say(describeError(error));
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
