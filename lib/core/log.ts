import pino from 'pino';
import { getEnv } from '#lib/core/env';

/** Names of fields that are never written to a log, at any depth the product logs at. */
const secretFields = ['authorization', 'cookie', 'password', 'secret', 'token', 'apiKey', 'key'];

/** The log of this process: one JSON object a line on standard output, secrets removed. */
export const log = pino({
  level: getEnv().LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
});
