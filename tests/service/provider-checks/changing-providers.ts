import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

/** Changes an object of a response; called for each object inside it, the innermost first. */
export type ChangeObject = (object: Record<string, unknown>) => Record<string, unknown>;

/** The mock provider server behind a server that changes its responses. */
export interface ChangingProviders {
  /** The settings with which an instance uses them, by provider. */
  settings: Record<'openai' | 'serpapi' | 'dataforseo', Record<string, string>>;
  /** Changes all responses from now on. */
  setChange(change: ChangeObject): void;
  /** Responds with this status and body from now on; undefined to answer again. */
  setError(error: { status: number; body: object } | undefined): void;
  /** The number of requests so far. */
  countRequests(): number;
  close(): Promise<void>;
}

const keep: ChangeObject = (object) => object;

export async function startChangingProviders(): Promise<ChangingProviders> {
  const mock = await startMockProviders({ folder: fixturesFolder });
  let change = keep;
  let error: { status: number; body: object } | undefined;
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (error) {
      response.writeHead(error.status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(error.body));
    }
    const answer = await fetch(`${mock.url}${request.url}`, {
      method: request.method ?? 'GET',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    return response.end(changeText(await answer.text(), change));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      openai: { OPENAI_API_KEY: 'sk-live-secret-key', OPENAI_BASE_URL: url },
      serpapi: { SERPAPI_API_KEY: 'serpapi-secret-key', SERPAPI_BASE_URL: url },
      dataforseo: { DATAFORSEO_LOGIN: 'login', DATAFORSEO_PASSWORD: 'word', DATAFORSEO_BASE_URL: url },
    },
    setChange: (next) => {
      change = next;
    },
    setError: (next) => {
      error = next;
    },
    countRequests: () => requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock.close();
    },
  };
}

/** Changes the objects of a JSON body, or of the events of a stream. */
function changeText(text: string, change: ChangeObject): string {
  if (text.startsWith('{')) return JSON.stringify(changeValue(JSON.parse(text), change));
  return text.replace(/^data: (\{.*)$/gm, (_, json: string) => {
    return `data: ${JSON.stringify(changeValue(JSON.parse(json), change))}`;
  });
}

function changeValue(value: unknown, change: ChangeObject): unknown {
  if (Array.isArray(value)) return value.map((item) => changeValue(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, child]) => [key, changeValue(child, change)])),
  );
}

/** Renames a field of the objects that have another one. */
export const rename =
  (marker: string, from: string, to: string): ChangeObject =>
  (object) => {
    if (!(marker in object) || !(from in object)) return object;
    const { [from]: value, ...rest } = object;
    return { ...rest, [to]: value };
  };

/** Sets a field of the objects that have another one. */
export const set =
  (marker: string, key: string, value: unknown): ChangeObject =>
  (object) =>
    marker in object ? { ...object, [key]: value } : object;
