import { createServer } from 'node:net';

/** Returns a free TCP port on the loopback interface. */
export function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') done(address.port);
        else fail(new Error('The system found no free port on 127.0.0.1.'));
      });
    });
  });
}
