import { fork } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

export type ServerKind = 'service' | 'bare';

export interface BenchServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a server of the bench as a process of its own. @throws Error when it ends before it listens */
export function startServer(kind: ServerKind, databaseUrl: string): Promise<BenchServer> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl } as const;
  const child = fork(join(import.meta.dirname, 'server.ts'), [kind], { env });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  return new Promise((done, fail) => {
    child.once('message', (message) => {
      const { port } = z.object({ port: z.int() }).parse(message);
      done({
        url: `http://127.0.0.1:${port}`,
        async stop() {
          child.disconnect();
          await ended;
        },
      });
    });
    void ended.then(() => fail(new Error(`The ${kind} server of the bench ended before it listened.`)));
  });
}
