import { resolve } from 'node:path';
import next from 'next';

/** Gets Next.js ready to answer requests. `dev` rebuilds pages as their sources change. */
export async function preparePages({ dev }: { dev: boolean }) {
  const app = next({ dev, dir: resolve(import.meta.dirname, '..', '..') });
  await app.prepare();
  return { answer: app.getRequestHandler(), upgrade: app.getUpgradeHandler(), close: () => app.close() };
}
