import pino from 'pino';
import { getLogLevel } from '#lib/core/env';

/** Fields that are never logged, at any depth that the product logs. */
const secretFields = ['authorization', 'cookie', 'password', 'secret', 'token', 'apiKey', 'key'];

/** The process's log: one JSON object per line on standard output, without secrets. */
export const log = pino({
  level: getLogLevel(),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
});
