import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startCluster } from '#scripts/postgres/cluster';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';
import { findFreePort } from '#scripts/system/free-port';
import { createTenant, startInstance } from '#tests/support/instance';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';

const folder = createTempFolder();
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=0777', 'tmpfs', folder]);
const isMounted = mounted.status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['--lazy', folder]);
  deleteTempFolder(folder);
});

const reason = isMounted ? '' : ' (skipped: no permission to mount a file system)';

test.skipIf(!isMounted)(
  `responds with 503 while the disk is full, and recovers once it has space again${reason}`,
  async () => {
    const password = 'test-only';
    const options = {
      folder,
      password,
      port: await findFreePort(),
      parameters: { fsync: 'off', max_connections: '60', max_wal_size: '64MB', min_wal_size: '32MB' },
    };
    let cluster = await startCluster(options);
    await ensureDatabase((name) => cluster.url(name, 'postgres', password), 'answerscope', password);
    const databaseUrl = cluster.url('answerscope', productRole, password);
    const instance = await startInstance({ databaseUrl, env: { LOG_LEVEL: 'silent', LEASE_SECONDS: '2' } });
    try {
      const tenant = await createTenant(instance, { credits: 1_000_000 });
      const prompt = `Which kayak folds? ${'And why? '.repeat(200)}`;
      const payload = { prompt: prompt.slice(0, 2000), country: 'US', include: { html: true } };
      const batch = Array.from({ length: 100 }, () => ({ taskType: 'GEN', payload }));
      const create = () => tenant.send('POST', '/v1/async/task/batch', batch);
      expect((await create()).status).toBe(200);
      const filler = join(folder, 'filler');
      const { blocks, bsize } = statfsSync(folder);
      // As large as the whole disk, which already contains the database, so that no byte is left free.
      expect(() => writeFileSync(filler, Buffer.alloc(blocks * bsize))).toThrow('no space left on device');
      const rejected = await waitFor(
        'a request is rejected',
        async () => {
          const response = await create();
          return response.status === 200 ? undefined : response;
        },
        { seconds: 60 },
      );
      expect([rejected.status, rejected.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(JSON.stringify(rejected.body)).not.toContain('space');
      rmSync(filler);
      // PostgreSQL stops if it cannot write its write-ahead log.
      cluster = await waitFor('PostgreSQL runs', () => startCluster(options), { seconds: 60 });
      await waitFor('a batch is accepted', async () => (await create()).status === 200, { seconds: 60 });
      const readQueue = async () => (await tenant.send('GET', '/v1/async/status')).body;
      await waitFor(
        'all tasks have ended',
        async () => {
          const { queuedTasks, processingTasks } = await readQueue();
          return queuedTasks === 0 && processingTasks === 0;
        },
        { seconds: 120 },
      );
      const { body: credits } = await tenant.send('GET', '/v1/credits');
      expect(credits.held).toBe(0);
    } finally {
      await instance.stop();
      await cluster.stop();
    }
  },
  240_000,
);
