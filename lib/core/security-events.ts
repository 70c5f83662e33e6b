import { processState } from '#lib/core/process-state';

interface SecurityEventKind {
  level: 'info' | 'warn';
  /** What happened, for docs/observability.md. */
  description: string;
}

/** The kinds of security events: what was refused (`warn`) and which sensitive changes were made (`info`). */
export const securityEvents = {
  'sign-in.failed': {
    level: 'warn',
    description:
      'A sign-in failed. `method`: `password`, `code` (the second step), `passkey` or `identity-provider`.',
  },
  'confirmation.failed': {
    level: 'warn',
    description:
      'A signed-in user entered a wrong password or code, or used a wrong passkey, to confirm who they are. `method`: `password`, `code` or `passkey`.',
  },
  'share-password.failed': {
    level: 'warn',
    description: 'A visitor entered a wrong password of a share link.',
  },
  'api-key.rejected': {
    level: 'warn',
    description:
      'A request had an API key that was not accepted. `reason`: `malformed`, `unknown`, `revoked`, `expired` or `address` (not one of those that the key allows).',
  },
  'permission.denied': {
    level: 'warn',
    description:
      'A member’s role (`permission`) or an API key’s scopes (`permission` or `scope`) do not allow an operation, a page or an MCP tool.',
  },
  'organization.denied': {
    level: 'warn',
    description: 'A user addressed an organization of which they are not, or no longer, a member.',
  },
  'id.unknown': {
    level: 'warn',
    description:
      'A member or an API key used an ID that their organization does not have: of another organization, made up, or deleted. Row-level security hides which.',
  },
  'limit.reached': {
    level: 'warn',
    description:
      'A limit refused a request or an attempt. `limit`: its name, such as `sign-in-ip`, `second-step`, `share-password-link` or `RATE_LIMIT_EXCEEDED` of `/v1`.',
  },
  'members.changed': {
    level: 'info',
    description: 'Members, roles, owners or invitations were changed.',
  },
  'sign-in-methods.changed': {
    level: 'info',
    description:
      'A user’s password, email address, second factors, passkeys, linked accounts or sessions were changed.',
  },
  'api-keys.changed': { level: 'info', description: 'An API key was created, rotated or revoked.' },
  'signing-secrets.changed': {
    level: 'info',
    description: 'A signing secret was created, rotated or disabled.',
  },
  'provider-keys.changed': { level: 'info', description: 'A provider key was set or removed.' },
  'sharing.changed': {
    level: 'info',
    description: 'Share links, subscriptions of reports or channels of alerts were changed.',
  },
  'data.exported': { level: 'info', description: 'All data of an organization was exported.' },
  'data.deleted': {
    level: 'info',
    description: 'A report or a project was deleted, or the deletion of an organization was scheduled.',
  },
} as const satisfies Record<string, SecurityEventKind>;

export type SecurityEvent = keyof typeof securityEvents;

/** Who caused an event, and on what. Never a secret, an email address or a parameter of a request. */
export interface SecurityEventFields {
  organizationId?: string | undefined;
  userId?: string | undefined;
  keyId?: string | undefined;
  shareId?: string | undefined;
  /** Logged as `address`: an IPv4 address or an IPv6 network. */
  ipAddress?: string | undefined;
  method?: 'password' | 'code' | 'passkey' | 'identity-provider';
  reason?: 'malformed' | 'unknown' | 'revoked' | 'expired' | 'address';
  permission?: string;
  scope?: string;
  limit?: string;
  /** The action in the audit log. */
  action?: string;
}

declare module '#lib/core/process-state' {
  interface ProcessState {
    /** Logs and counts an event. Absent in browsers and in the CLI. */
    reportSecurityEvent?: ((event: SecurityEvent, fields: SecurityEventFields) => void) | undefined;
  }
}

/** Records a security event: a line in the log, and `answerscope_security_events_total`. */
export function recordSecurityEvent(event: SecurityEvent, fields: SecurityEventFields): void {
  processState.reportSecurityEvent?.(event, fields);
}
