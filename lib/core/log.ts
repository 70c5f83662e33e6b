import pino from 'pino';
import { getLogLevel } from '#lib/core/env';
import { processState } from '#lib/core/process-state';
import { getTraceParent } from '#lib/core/tracing';

/** Fields whose values are removed from log entries, at up to three levels of nesting. */
const secretFields = ['authorization', 'cookie', 'password', 'secret', 'token', 'apiKey', 'key'];

/** Returns the IDs of the trace and span to which an entry belongs; empty if nothing is traced. */
function getTraceFields() {
  const [, traceId, spanId] = getTraceParent()?.split('-') ?? [];
  return traceId === undefined ? {} : { traceId, spanId };
}

/** The process's log: one JSON object per line on standard output, without secrets. */
export const log = pino({
  level: getLogLevel(),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: getTraceFields,
  hooks: {
    streamWrite(line) {
      processState.tracer?.exportLog(line);
      return line;
    },
  },
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
});
