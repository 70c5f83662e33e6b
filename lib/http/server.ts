import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { refuseConnection } from '#lib/http/refuse-connection';

/**
 * A server that leaves no request without an answer a client can read (interface.md, "Errors"): what Node.js would
 * refuse with an empty body, or end without a word, gets the envelope too.
 * @param upgrades which offers to change the protocol are taken; the others are answered as if they had not made any,
 *   as those are that clients make with every request to be rid of HTTP/1.1
 */
export function serverOf(
  answer: RequestListener,
  upgrades: (request: IncomingMessage) => boolean = () => false,
): Server {
  const server = createServer({ requireHostHeader: false, shouldUpgradeCallback: upgrades });
  server.on('request', (request, response) => {
    if (request.headers.host === undefined) {
      if (request.httpVersion !== '1.0') {
        refuseConnection(new Error('no Host'), request.socket);
        return;
      }
      request.headers.host = 'localhost';
    }
    return answer(request, response);
  });
  // An expectation the service does not know may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => refuseConnection(new Error('no proxy'), socket));
  server.on('clientError', refuseConnection);
  return server;
}
