import type { Server } from 'node:net';

/** Listens on a port of every address. @throws Error with one line that names PORT when the port cannot be had */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    const refuse = (error: Error) => fail(portError(port, error));
    server.once('error', refuse);
    server.listen(port, () => {
      server.off('error', refuse);
      done();
    });
  });
}

function portError(port: number, error: Error): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is taken by another program. Set PORT to a free one, such as PORT=${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new Error(`Port ${port} may only be used by root. Set PORT to a number above 1023.`);
  }
  return new Error(`Port ${port} cannot be used: ${error.message}. Set PORT to another one.`);
}
