import { expect, test } from 'vitest';
import { describeAuditChange } from '../../app/(dashboard)/members/audit/audit-change';

test.each([
  ['a changed role', { role: 'editor' }, { role: 'viewer' }, 'Role: editor → viewer'],
  [
    'a key without limits',
    null,
    { key: 'ask_a…b', expiresAt: null, scopes: null, allowedIps: [] },
    'Key: ask_a…b · Expires: never · Scopes: all · Allowed IP addresses: any',
  ],
  [
    'a key with limits',
    null,
    { expiresAt: '2026-12-03T08:57:00.000Z', scopes: ['read', 'run'], allowedIps: ['192.0.2.1'] },
    'Expires: 3 Dec 2026, 08:57 UTC · Scopes: read, run · Allowed IP addresses: 192.0.2.1',
  ],
  [
    'a share link that no site may embed',
    null,
    {
      expiresAt: null,
      hasPassword: true,
      label: '',
      isOneTime: false,
      showsNotes: false,
      allowsDownloads: true,
      embedOrigins: [],
    },
    'Expires: never · Password: yes · Label: none · One-time link: no · Shows notes: no · Downloads: yes · Sites allowed to embed the report: none',
  ],
  ['a field under its earlier name', null, { showsAnnotations: true }, 'Shows notes: yes'],
  [
    'a removed value',
    { expiresAt: '2026-12-03T08:57:00.000Z' },
    { expiresAt: null },
    'Expires: 3 Dec 2026, 08:57 UTC → never',
  ],
  ['an unknown field', { failingSince: null }, null, 'Failing since: none'],
  ['an entry without values', null, null, ''],
])('describes %s', (_, before, after, expected) => {
  expect(describeAuditChange({ before, after })).toBe(expected);
});
