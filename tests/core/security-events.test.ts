import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditActions, getSecurityEvent } from '#lib/core/audit-actions';
import { securityEvents } from '#lib/core/security-events';
import { root } from '#tests/support/process';

test('operators find every kind of security event in the documentation', () => {
  const text = readFileSync(join(root, 'docs', 'observability.md'), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z-]+\.[a-z-]+)` \| (info|warn) \| (.+) \|$/gm)].map(
    ([, event, level, description]) => [event, { level, description }],
  );
  expect(Object.fromEntries(documented)).toEqual(securityEvents);
});

test('sensitive changes are security events, edits of a project are not', () => {
  const sensitive = auditActions.filter((action) => getSecurityEvent(action) !== undefined);
  expect(sensitive).toEqual(
    auditActions.filter((action) =>
      /^(?:api-key|alert-channel|invitation|member|provider-key|share|signing|subscription)\.|^(?:project|report)\.deleted$|^organization\.(?:exported|ownership-transferred|deletion-scheduled)$/.test(
        action,
      ),
    ),
  );
  expect(getSecurityEvent('member.password-changed')).toBe('sign-in-methods.changed');
  expect(getSecurityEvent('member.removed')).toBe('members.changed');
  expect(getSecurityEvent('alert-channel.rotated')).toBe('signing-secrets.changed');
  expect(getSecurityEvent('prompts.added')).toBe(undefined);
});
