import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describeError } from '#lib/core/errors';
import { processState } from '#lib/core/process-state';
import type { SpanOptions, TraceParent, Tracer } from '#lib/core/tracing';

const kinds: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const severities: Record<string, SeverityNumber> = {
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
};

/** The context of the work that is running. */
const current = new AsyncLocalStorage<Context>();

const traceParentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function toContext(parent: TraceParent): Context | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceParentPattern.exec(parent) ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : undefined;
}

const getSpan = (): Span | undefined => trace.getSpan(current.getStore() ?? ROOT_CONTEXT);

/**
 * Starts to export traces and logs by OTLP over HTTP. The exporters read OTEL_EXPORTER_OTLP_ENDPOINT and the other
 * variables of the OpenTelemetry specification.
 * @param serviceName used unless OTEL_SERVICE_NAME is set
 * @returns a function that ends the export, after exporting what is buffered
 */
export function startExport(serviceName: string): () => Promise<void> {
  const name = process.env.OTEL_SERVICE_NAME || serviceName;
  const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': name }));
  const spans = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
  });
  const tracer = spans.getTracer('answerscope');
  const logger = logs.getLogger('answerscope');

  function startSpan(spanName: string, { kind, parent, attributes }: SpanOptions, startTime?: Date) {
    const context = (parent ? toContext(parent) : undefined) ?? current.getStore() ?? ROOT_CONTEXT;
    const options = { kind: kinds[kind], ...(attributes && { attributes }), ...(startTime && { startTime }) };
    const span = tracer.startSpan(spanName, options, context);
    return { span, context: trace.setSpan(context, span) };
  }

  const exportingTracer: Tracer = {
    async run(spanName, options, work) {
      const { span, context } = startSpan(spanName, options);
      try {
        return await current.run(context, work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: describeError(error) });
        throw error;
      } finally {
        span.end();
      }
    },
    record(spanName, options, startedAt, endedAt) {
      startSpan(spanName, options, startedAt).span.end(endedAt);
    },
    annotate(attributes) {
      getSpan()?.setAttributes(attributes);
    },
    getTraceParent() {
      const context = getSpan()?.spanContext();
      if (!context) return undefined;
      const flags = context.traceFlags.toString(16).padStart(2, '0');
      return `00-${context.traceId}-${context.spanId}-${flags}`;
    },
    exportLog(line) {
      const { level, time, msg, ...attributes } = JSON.parse(line);
      const severityNumber = severities[level] ?? SeverityNumber.UNSPECIFIED;
      const context = current.getStore();
      logger.emit({
        body: msg,
        severityText: level,
        severityNumber,
        timestamp: new Date(time),
        attributes,
        ...(context && { context }),
      });
    },
  };
  processState.tracer = exportingTracer;
  return async () => {
    processState.tracer = undefined;
    await Promise.all([spans.shutdown(), logs.shutdown()]);
  };
}
