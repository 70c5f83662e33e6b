import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConnectionFailure } from '#lib/core/connection-failure';
import { type DnsLookup, type OutboundRequest, requestSafely } from '#lib/core/http-client';
import { fetchLocation } from '#lib/providers/gemini/redirects';

let server: Server;
let port = 0;
let received: { method: string; url: string; host: string; body: string }[] = [];
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      host: request.headers.host ?? '',
      body,
    });
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address !== null && typeof address === 'object') port = address.port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function send(path: string, options: Partial<OutboundRequest> = {}) {
  return requestSafely(path.startsWith('http') ? path : `http://127.0.0.1:${port}${path}`, {
    timeoutMs: 5000,
    maxBytes: 65_536,
    allowedHosts: `127.0.0.1:${port}`,
    ...options,
  });
}

/** Creates a DNS lookup that returns these lists of IP addresses, one for each call. */
function createLookup(...lists: string[][]): DnsLookup & { calls: number } {
  const resolve: DnsLookup & { calls: number } = Object.assign(
    ((_name, _options, callback) => {
      const addresses = lists[Math.min(resolve.calls, lists.length - 1)] ?? [];
      resolve.calls += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) satisfies DnsLookup,
    { calls: 0 },
  );
  return resolve;
}

describe('safe HTTP client', () => {
  it('sends method, headers and body and returns the response', async () => {
    respond = (_, response) => response.writeHead(201, { 'x-word': 'yes' }).end('done');
    received = [];
    const response = await send('/hook?x=1', {
      method: 'POST',
      body: '{"a":"ü"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response).toMatchObject({ status: 201, headers: { 'x-word': 'yes' }, truncated: false });
    expect(response.body.toString()).toBe('done');
    expect(received).toEqual([
      { method: 'POST', url: '/hook?x=1', host: `127.0.0.1:${port}`, body: '{"a":"ü"}' },
    ]);
  });

  it('reuses a connection for the next request to the same host', async () => {
    respond = (_, response) => response.end('ok');
    await send('/first');
    let connections = 0;
    const count = () => {
      connections += 1;
    };
    server.on('connection', count);
    for (let index = 0; index < 5; index += 1) await send('/next');
    server.off('connection', count);
    expect(connections).toBe(0);
  });

  it('does not follow redirects', async () => {
    respond = (request, response) =>
      request.url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('b');
    received = [];
    const response = await send('/a');
    expect(response.status).toBe(302);
    expect(received).toHaveLength(1);
  });

  it('reads at most maxBytes', async () => {
    let written = 0;
    respond = (_, response) => {
      const writeMore = () => {
        while (!response.destroyed && written < 50_000_000) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'x'))) return void response.once('drain', writeMore);
        }
        response.end();
      };
      writeMore();
    };
    const response = await send('/', { maxBytes: 1000 });
    expect(response).toMatchObject({ status: 200, truncated: true });
    expect(response.body).toHaveLength(1000);
    expect(written).toBeLessThan(50_000_000);
  });

  it('applies the timeout to the whole request', async () => {
    respond = (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    };
    await expect(send('/', { timeoutMs: 300 })).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'timeout',
    });
  });

  it('times out when a server does not respond', async () => {
    respond = () => undefined;
    await expect(send('/', { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('times out when the DNS lookup does not respond', async () => {
    const silent: DnsLookup = () => undefined;
    const startedAt = performance.now();
    await expect(send('http://silent.example/', { resolve: silent, timeoutMs: 200 })).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('rejects with the reason of the abort signal', async () => {
    const controller = new AbortController();
    respond = () => controller.abort(new Error('stopping'));
    await expect(send('/', { signal: controller.signal })).rejects.toThrow('stopping');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://169.254.169.254/',
    'http://user@example.com/',
    'http://user:word@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'not a URL',
  ])('never connects to %s', async (url) => {
    const resolve = createLookup(['8.8.8.8']);
    await expect(send(url, { resolve })).rejects.toMatchObject({ kind: 'forbidden-address' });
    expect(resolve.calls).toBe(0);
  });

  it.each([
    [['127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['2606:4700::1111', '::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
  ])('does not connect to a name that resolves to %j', async (addresses) => {
    received = [];
    const response = send(`http://rebind.example:${port}/`, { resolve: createLookup(addresses) });
    await expect(response).rejects.toMatchObject({
      kind: 'forbidden-address',
      message: 'rebind.example resolves to a non-public IP address.',
    });
    expect(received).toEqual([]);
  });

  it('does not resolve a name again after its IP address was rejected', async () => {
    const resolve = createLookup(['192.88.99.1'], ['127.0.0.1']);
    await expect(send(`http://rebind.example:${port}/`, { resolve })).rejects.toMatchObject({
      kind: 'forbidden-address',
    });
    expect(resolve.calls).toBe(1);
  });

  it('connects to an allowed host, whatever its IP address', async () => {
    respond = (_, response) => response.end('ok');
    const response = await send(`http://localhost:${port}/`, { allowedHosts: `localhost:${port}` });
    expect(response.status).toBe(200);
  });

  it('ignores proxy variables', async () => {
    respond = (_, response) => response.end('direct');
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' });
    try {
      expect((await send('/')).body.toString()).toBe('direct');
    } finally {
      process.env = before;
    }
  });

  it('reports a refused connection as a network error', async () => {
    await expect(send('http://127.0.0.1:1/', { allowedHosts: '127.0.0.1' })).rejects.toMatchObject({
      kind: 'network',
    });
  });
});

describe('Gemini redirects', () => {
  const createContext = () => ({ signal: new AbortController().signal, allowedHosts: `127.0.0.1:${port}` });
  const toUrl = (path: string) => `http://127.0.0.1:${port}${path}`;

  it.each([
    ['https://page.example/a?b=%2F#c', 'https://page.example/a?b=%2F#c'],
    ['/relative', 'relative'],
    ['javascript:alert(1)', undefined],
    ['http://', undefined],
  ])('reads the Location header %s', async (location, expected) => {
    respond = (_, response) => response.writeHead(302, { location }).end();
    const found = await fetchLocation(toUrl('/grounding'), createContext());
    expect(found).toBe(expected === 'relative' ? toUrl('/relative') : expected);
  });

  it.each([200, 404, 500])('ignores the Location header of a response with status %i', async (status) => {
    respond = (_, response) => response.writeHead(status, { location: 'https://page.example/' }).end('page');
    expect(await fetchLocation(toUrl('/grounding'), createContext())).toBeUndefined();
  });

  it('does not request a non-public address', async () => {
    respond = (_, response) => response.writeHead(302, { location: 'https://page.example/' }).end();
    received = [];
    expect(await fetchLocation(toUrl('/grounding'), { signal: createContext().signal })).toBeUndefined();
    expect(received).toEqual([]);
  });
});

const toError = (message: string, code: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });

it.each([
  [toError('connect ECONNREFUSED 10.0.0.5:80', 'ECONNREFUSED'), 'hooks.example refused the connection.'],
  [toError('connect EHOSTUNREACH 10.0.0.5:80', 'EHOSTUNREACH'), 'hooks.example is unreachable.'],
  [
    toError('getaddrinfo ENOTFOUND hooks.example', 'ENOTFOUND'),
    'The name hooks.example could not be resolved.',
  ],
  [
    toError('read ECONNRESET 10.0.0.5', 'ECONNRESET'),
    'hooks.example closed the connection before its response was complete.',
  ],
  [
    toError('Host: 10.0.0.5. is not in the cert', 'ERR_TLS_CERT_ALTNAME_INVALID'),
    'A secure connection to hooks.example could not be established. Check its TLS certificate.',
  ],
  [
    new AggregateError([toError('connect ECONNREFUSED fd00::5:80', 'ECONNREFUSED')], 'connect fd00::5'),
    'hooks.example refused the connection.',
  ],
  [new Error('fetch failed', { cause: toError('10.0.0.5', 'ETIMEDOUT') }), 'hooks.example is unreachable.'],
  [new Error('something about 10.0.0.5'), 'hooks.example is unreachable.'],
  ['10.0.0.5', 'hooks.example is unreachable.'],
])('describes the failure %s without addresses', (error, sentence) => {
  expect(describeConnectionFailure(error, 'hooks.example')).toBe(sentence);
});

it('does not repeat the system’s message about the addresses of a name', async () => {
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const address = closed.address();
  const closedPort = address !== null && typeof address === 'object' ? address.port : 0;
  await new Promise((done) => closed.close(done));
  const host = `localhost:${closedPort}`;
  await expect(send(`http://${host}/`, { allowedHosts: host })).rejects.toMatchObject({
    kind: 'network',
    message: `${host} refused the connection.`,
  });
});
