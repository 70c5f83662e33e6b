import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import { toNetwork } from '#lib/core/ip-address';
import { log } from '#lib/core/log';
import { processMetrics } from '#lib/core/process-metrics';
import { processState } from '#lib/core/process-state';
import { type SecurityEvent, securityEvents } from '#lib/core/security-events';

/** Counts a security event of this process, or of one that this process started. */
export type CountSecurityEvent = (event: SecurityEvent) => void;

/**
 * Reports security events in `answerscope_security_events_total` of this process, also with 0 for each kind, so that
 * increases can be computed from the first event on.
 */
export function createSecurityEventCounter(): CountSecurityEvent {
  const counter = new Counter({
    name: 'answerscope_security_events_total',
    help: 'Security events in this process, by kind.',
    labelNames: ['event'],
    registers: [processMetrics],
  });
  for (const event of Object.keys(securityEvents)) counter.inc({ event }, 0);
  return (event) => counter.inc({ event });
}

/** Returns whether a message of another process is a security event to count. */
export function isSecurityEventMessage(message: unknown): message is { securityEvent: SecurityEvent } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'securityEvent' in message &&
    typeof message.securityEvent === 'string' &&
    Object.hasOwn(securityEvents, message.securityEvent)
  );
}

/** An attacker must not fill the log: per minute, at most this many lines of one kind from one origin are logged. */
const maxLinesPerMinute = 10;

/** Logs the security events of this process from now on, and calls `count` for each, logged or not. */
export function startSecurityEvents(count: CountSecurityEvent): void {
  const lines = new LRUCache<string, number>({ max: 20_000, ttl: 60_000, noUpdateTTL: true });
  processState.reportSecurityEvent = (event, { ipAddress, ...fields }) => {
    count(event);
    const address = ipAddress === undefined ? undefined : toNetwork(ipAddress);
    const origin = [event, fields.organizationId, fields.userId, fields.keyId, address].join(' ');
    const logged = (lines.get(origin) ?? 0) + 1;
    lines.set(origin, logged);
    if (logged > maxLinesPerMinute) return;
    log[securityEvents[event].level]({ event, ...fields, address }, 'security event');
  };
}
