import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { getServerUrl } from '#tests/support/service';

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: attributesSchema,
});
export type ReceivedSpan = z.output<typeof spanSchema>;

const logSchema = z.object({
  severityText: z.string(),
  body: z.object({ stringValue: z.string() }),
  attributes: attributesSchema,
});

const resourceSchema = z.object({ attributes: attributesSchema });
const tracesSchema = z.object({
  resourceSpans: z.array(
    z.object({ resource: resourceSchema, scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
});
const logsSchema = z.object({
  resourceLogs: z.array(
    z.object({ resource: resourceSchema, scopeLogs: z.array(z.object({ logRecords: z.array(logSchema) })) }),
  ),
});

/** Starts a collector on loopback that receives OTLP over HTTP as JSON. */
export async function startOtlpCollector() {
  const spans: (ReceivedSpan & { service: unknown })[] = [];
  const logs: (z.output<typeof logSchema> & { service: unknown })[] = [];
  const receive = (path: string, body: unknown) => {
    if (path === '/v1/traces') {
      for (const { resource, scopeSpans } of tracesSchema.parse(body).resourceSpans) {
        const service = resource.attributes['service.name'];
        spans.push(...scopeSpans.flatMap((scope) => scope.spans).map((span) => ({ ...span, service })));
      }
    } else {
      for (const { resource, scopeLogs } of logsSchema.parse(body).resourceLogs) {
        const service = resource.attributes['service.name'];
        logs.push(...scopeLogs.flatMap((scope) => scope.logRecords).map((entry) => ({ ...entry, service })));
      }
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const isGzipped = request.headers['content-encoding'] === 'gzip';
      receive(request.url ?? '', JSON.parse((isGzipped ? gunzipSync(body) : body).toString()));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: getServerUrl(server),
    spans,
    logs,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
