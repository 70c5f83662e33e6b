import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownOrganizationHeader } from '#components/layout/shown-organization';
import { securityEvents } from '#lib/core/security-events';
import { createApiKey, revokeApiKey } from '#lib/service/api-keys/api-keys';
import { password } from '#tests/support/owners';
import { shareOverview } from '#tests/support/reports';
import { waitFor } from '#tests/support/wait';
import { startTwoTenants } from './tenant-data';

const { app, tenant, otherTenant, otherIds } = await startTwoTenants(
  { LOG_LEVEL: 'info', TRUSTED_PROXIES: '1' },
  // Passkeys need a domain name.
  { host: 'localhost' },
);
afterAll(() => app.stop());
const { owner, project, cookies, userIds } = tenant;
const { organizationId } = owner;

/** The lines of security events in the log of the web process. */
function readEvents(): Record<string, unknown>[] {
  const lines = app.instance.web
    .output()
    .split('\n')
    .filter((line) => line.includes('"security event"'));
  return lines.map((line) => JSON.parse(line));
}

/** Returns the events that `work` causes, without the time. */
async function recordEvents(work: () => Promise<unknown>, count = 1): Promise<Record<string, unknown>[]> {
  const before = readEvents().length;
  await work();
  await waitFor('the events are logged', () => readEvents().length >= before + count);
  return readEvents()
    .slice(before)
    .map(({ time, msg, ...event }) => event);
}

async function readCounters(): Promise<Record<string, number>> {
  const text = await (await app.get('/metrics')).text();
  const lines = text.matchAll(/^answerscope_security_events_total\{event="([^"]+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, event, count]) => [event, Number(count)]));
}

const address = '203.0.113.7';
const from = { 'x-forwarded-for': `${address}:4711` };

const signIn = (email: string, guess: string, ip: string) =>
  postSignIn('credentials', { email, password: guess }, ip);

async function postSignIn(method: string, fields: Record<string, string>, ip: string): Promise<Response> {
  const csrf = await app.get('/api/auth/csrf');
  const { csrfToken }: { csrfToken: string } = await csrf.json();
  return app.post(
    `/api/auth/callback/${method}`,
    new URLSearchParams({ ...fields, csrfToken, json: 'true' }).toString(),
    {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': ip,
      cookie: csrf.headers
        .getSetCookie()
        .map((header) => header.split(';', 1)[0])
        .join('; '),
    },
  );
}

let email = '';
beforeAll(async () => {
  const { rows } = await app.db.$client.query('SELECT email FROM users WHERE id = $1', [userIds.viewer]);
  email = rows[0].email;
});

test('every kind is reported in the metrics before it happens', async () => {
  expect(Object.keys(await readCounters()).toSorted()).toEqual(Object.keys(securityEvents).toSorted());
});

test('failed and limited sign-ins, with the user but without email address and password', async () => {
  const userId = userIds.viewer;
  const failed = { level: 'warn', event: 'sign-in.failed', method: 'password', address };
  expect(await recordEvents(() => signIn(email, 'a-wrong-guess', address))).toEqual([{ ...failed, userId }]);
  expect(await recordEvents(() => signIn('nobody@people.example', 'a-wrong-guess', address))).toEqual([
    failed,
  ]);
  expect(await recordEvents(() => postSignIn('passkey', { response: '{}' }, address))).toEqual([
    { ...failed, method: 'passkey' },
  ]);
  const limited = await recordEvents(async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(email, 'a-wrong-guess', address);
  }, 10);
  expect(limited.at(-1)).toEqual({ level: 'warn', event: 'limit.reached', limit: 'sign-in-account-network' });
});

test('rejected API keys, with the reason that the response does not give', async () => {
  const revoked = await createApiKey(owner, { name: 'revoked' });
  await revokeApiKey(owner, { id: revoked.id });
  const expired = await createApiKey(owner, { name: 'expired' });
  await app.db.$client.query("UPDATE api_keys SET expires_at = now() - interval '1 day' WHERE id = $1", [
    expired.id,
  ]);
  const bound = await createApiKey(owner, { name: 'bound', allowedIps: ['192.0.2.0/24'] });
  const unknown = await createApiKey(owner, { name: 'unknown' });
  await app.db.$client.query('DELETE FROM api_keys WHERE id = $1', [unknown.id]);
  const event = { level: 'warn', event: 'api-key.rejected', address };
  const call = (secret: string) => () =>
    app.get('/v1/credits', { authorization: `Bearer ${secret}`, ...from });
  expect(await recordEvents(call('ask_malformed'))).toEqual([{ ...event, reason: 'malformed' }]);
  expect(await recordEvents(call(unknown.secret))).toEqual([{ ...event, reason: 'unknown' }]);
  for (const [key, reason] of [
    [revoked, 'revoked'],
    [expired, 'expired'],
    [bound, 'address'],
  ] as const) {
    expect(await recordEvents(call(key.secret))).toEqual([
      { ...event, reason, organizationId, keyId: key.id },
    ]);
  }
  const output = app.instance.web.output();
  for (const { secret } of [revoked, expired, bound, unknown]) expect(output).not.toContain(secret);
});

test('operations, pages, endpoints and tools that a role or scope does not allow', async () => {
  const denied = { level: 'warn', event: 'permission.denied', organizationId };
  const viewer = { ...denied, userId: userIds.viewer };
  const projectId = project.id;
  const archive = (promptIds: string[]) =>
    app.callAction('archivePromptsAction', [{ projectId, promptIds }], { cookie: cookies.viewer });
  expect(await recordEvents(() => archive([]))).toEqual([{ ...viewer, permission: 'projects.edit' }]);
  expect(await recordEvents(() => app.get('/members/audit', { cookie: cookies.viewer }))).toEqual([
    { ...viewer, permission: 'audit.read' },
  ]);
  // A page that opens with disabled buttons is no denial.
  const opened = readEvents().length;
  expect((await app.get('/developers', { cookie: cookies.editor })).status).toBe(200);
  expect(readEvents().length).toBe(opened);
  // Browsers prefetch pages to which the viewer sees links.
  const before = readEvents().length;
  const prefetch = { cookie: cookies.viewer, rsc: '1', 'next-router-prefetch': '1' };
  // Next.js adds a hash of the headers to the URL.
  const { headers: redirect } = await app.get('/members/audit', prefetch);
  expect((await app.get(redirect.get('location') ?? '', prefetch)).status).toBe(200);
  expect(readEvents().length).toBe(before);
  const { id: keyId, secret } = await createApiKey(owner, { name: 'reader', scopes: ['read'] });
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  expect(await recordEvents(() => app.post('/v1/async/task', '{}', headers))).toEqual([
    { ...denied, keyId, scope: 'tasks' },
  ]);
  const callTool = () =>
    app.post(
      '/mcp',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'start_run', arguments: {} },
      }),
      { ...headers, accept: 'application/json, text/event-stream' },
    );
  expect(await recordEvents(callTool)).toEqual([{ ...denied, keyId, scope: 'tasks' }]);
});

test('IDs that the organization does not have, such as those of another one', async () => {
  const unknown = { level: 'warn', event: 'id.unknown', organizationId };
  const byOwner = { ...unknown, userId: userIds.owner, address };
  const headers = { cookie: cookies.owner, ...from };
  const foreign = otherTenant.project.id;
  for (const work of [
    () => app.callAction('deleteNoteAction', [{ projectId: foreign, noteId: otherIds.note }], headers),
    () => app.callAction('revokeKeyAction', [{ id: otherIds.key }], headers),
    () => app.get(`/projects/${foreign}/overview`, headers),
    () => app.get(`/projects/${foreign}/export/prompts?format=csv`, headers),
    () => app.get(`/developers/webhooks/deliveries/${otherIds.delivery}`, headers),
  ]) {
    expect(new Set((await recordEvents(work)).map((event) => JSON.stringify(event)))).toEqual(
      new Set([
        JSON.stringify({
          level: 'warn',
          event: 'id.unknown',
          organizationId,
          userId: userIds.owner,
          address,
        }),
      ]),
    );
  }
  expect(byOwner.userId).toBe(userIds.owner);
  const { id: keyId, secret } = await createApiKey(owner, { name: 'all' });
  const call = () => app.get(`/v1/async/task/${randomUUID()}`, { authorization: `Bearer ${secret}` });
  expect(await recordEvents(call)).toEqual([{ ...unknown, keyId }]);
});

test('organizations of which a user is no member', async () => {
  const headers = { cookie: cookies.owner, ...from };
  const denied = { level: 'warn', event: 'organization.denied', userId: userIds.owner, address };
  const foreign = otherTenant.owner.organizationId;
  const shown = { ...headers, [shownOrganizationHeader]: foreign };
  for (const work of [
    () => app.callAction('clearQueueAction', [], shown),
    () => app.callAction('switchOrganizationAction', [foreign], headers),
    () => app.get(`/organization/export?organization=${foreign}`, headers),
  ]) {
    expect(await recordEvents(work)).toEqual([denied]);
  }
});

test('wrong passwords of a share link', async () => {
  const { id: shareId, token } = await shareOverview(owner, { projectId: project.id, password });
  const guess = () => app.callAction('unlockShareAction', [token, 'a-wrong-guess'], from);
  expect(await recordEvents(guess)).toEqual([
    { level: 'warn', event: 'share-password.failed', organizationId, shareId, address },
  ]);
});

test('sensitive changes once they are committed, and failed confirmations', async () => {
  const headers = { cookie: cookies.owner, ...from };
  const by = { level: 'info', organizationId, userId: userIds.owner, address };
  const changes: [string, unknown[], string, string][] = [
    ['createKeyAction', [{ name: 'A key', expiresOn: '' }], 'api-keys.changed', 'api-key.created'],
    ['inviteAction', [{ role: 'viewer', label: '' }], 'members.changed', 'invitation.created'],
    ['enableSigningAction', [], 'signing-secrets.changed', 'signing.enabled'],
    [
      'changeRoleAction',
      [{ userId: userIds.editor, role: 'viewer' }],
      'members.changed',
      'member.role-changed',
    ],
  ];
  for (const [name, args, event, action] of changes) {
    const events = await recordEvents(() => app.callAction(name, args, headers));
    expect(events).toEqual([{ ...by, event, action }]);
  }
  // A second one fails: signing is already enabled.
  const before = readEvents().length;
  await app.callAction('enableSigningAction', [], headers);
  const wrong = () =>
    app.callAction(
      'changePasswordAction',
      [{ current: 'a-wrong-guess', next: 'another long password' }],
      headers,
    );
  const userId = userIds.owner;
  expect(await recordEvents(wrong)).toEqual([
    { level: 'warn', event: 'confirmation.failed', method: 'password', userId, address },
  ]);
  expect(readEvents().length).toBe(before + 1);
});

test('events of the background process are counted by the web process', async () => {
  const before = await readCounters();
  const promptIds = Array.from({ length: 3_000 }, () => randomUUID());
  const events = await recordEvents(() =>
    app.callAction('archivePromptsAction', [{ projectId: project.id, promptIds }], {
      cookie: cookies.viewer,
    }),
  );
  expect(events).toMatchObject([{ event: 'permission.denied' }]);
  await waitFor(
    'the event is counted',
    async () => (await readCounters())['permission.denied'] === (before['permission.denied'] ?? 0) + 1,
  );
});

test('a flood is counted, but logs at most ten lines a minute for one kind and origin', async () => {
  const flood = { 'x-forwarded-for': '2001:db8::1' };
  const before = await readCounters();
  const lines = readEvents().length;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await app.get('/v1/credits', { authorization: `Bearer malformed-${attempt}`, ...flood });
  }
  const after = await readCounters();
  expect((after['api-key.rejected'] ?? 0) - (before['api-key.rejected'] ?? 0)).toBe(50);
  const events = readEvents().slice(lines);
  expect(events).toHaveLength(10);
  expect(events[0]).toMatchObject({ reason: 'malformed', address: '2001:db8:0:0::/64' });
});

test('no line contains an email address, a secret or a guess', () => {
  const text = JSON.stringify(readEvents());
  for (const secret of [email, 'people.example', 'a-wrong-guess', password, 'ask_', 'malformed-']) {
    expect(text).not.toContain(secret);
  }
});
