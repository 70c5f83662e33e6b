import { processState } from '#lib/core/process-state';

/** A trace context as in the `traceparent` header (W3C): version, trace ID, span ID and flags. */
export type TraceParent = string;

export type SpanAttributes = Record<string, string | number>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** The trace context of the parent span; by default, that of the current span. An invalid one is ignored. */
  parent?: TraceParent | null | undefined;
  attributes?: SpanAttributes;
}

/** The tracer that `startTelemetry` installs. Without one, nothing is traced. */
export interface Tracer {
  run<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  record(name: string, options: SpanOptions, startedAt: Date, endedAt: Date): void;
  annotate(attributes: SpanAttributes): void;
  getTraceParent(): TraceParent | undefined;
  /** Exports a log line, which is a JSON object without secrets. */
  exportLog(line: string): void;
}

declare module '#lib/core/process-state' {
  interface ProcessState {
    tracer?: Tracer | undefined;
  }
}

/** Runs work in a span, if tracing is on. The span fails if the work does. */
export function traceWork<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const { tracer } = processState;
  return tracer ? tracer.run(name, options, work) : work();
}

/** Records a span of work that has ended, such as one item of a batch. */
export function recordSpan(name: string, options: SpanOptions, startedAt: Date, endedAt: Date): void {
  processState.tracer?.record(name, options, startedAt, endedAt);
}

/** Adds attributes to the current span. */
export function annotateSpan(attributes: SpanAttributes): void {
  processState.tracer?.annotate(attributes);
}

/** Returns the current trace context, to store it or to send it along; undefined if nothing is traced. */
export function getTraceParent(): TraceParent | undefined {
  return processState.tracer?.getTraceParent();
}

/** The header that carries the trace context from one service to the next. */
export const traceHeader = 'traceparent';

/** Returns the trace header with the current context; empty if nothing is traced. */
export function getTraceHeaders(): Record<string, string> {
  const parent = getTraceParent();
  return parent === undefined ? {} : { [traceHeader]: parent };
}
