import { createServer } from 'node:http';

interface Reply {
  status: number;
  /** A string is sent unchanged. */
  body: object | string;
  headers?: Record<string, string> | undefined;
}

/** Starts a server on loopback that gives every request the last reply that was set, whatever its path. */
export async function startReplyServer() {
  let reply: Reply = { status: 500, body: '' };
  const server = createServer((request, response) => {
    request.resume();
    const { status, body, headers } = reply;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    reply: (next: Reply) => {
      reply = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
