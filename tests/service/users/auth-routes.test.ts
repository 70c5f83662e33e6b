import { randomUUID } from 'node:crypto';
import { NextRequest } from 'next/server';
import { encode } from 'next-auth/jwt';
import { expect, test } from 'vitest';
import { getEnv } from '#lib/core/env';
import { processState } from '#lib/core/process-state';
import { systemClock } from '#lib/core/time';
import { findWebhookEndpoint, getWebhookUrl } from '#lib/dashboard/api-credentials/api-credentials';
import { getSessionId, getSessionSecret } from '#lib/dashboard/session/session-cookie';
import { createOperatorContext } from '#lib/db/context';
import { listApiKeys } from '#lib/service/api-keys/api-keys';
import { inviteMember } from '#lib/service/members/invitations';
import { listMembers } from '#lib/service/members/members';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createOwner, password } from '#tests/support/owners';
import { POST as postToNextAuth } from '../../../app/api/auth/[...nextauth]/route';
import { POST } from '../../../app/api/auth/sign-up/route';

const db = await openTestDatabase();
// The route uses the database of its process.
processState.databases = { system: db, restricted: db };

interface PostOptions {
  /** Null sends no origin. */
  origin?: string | null;
  contentType?: string;
  forwardedFor?: string;
}

/** Posts to the route, by default as a browser on this site does. */
function postSignUp(
  body: BodyInit,
  {
    origin = getEnv().APP_URL,
    contentType = 'application/json',
    forwardedFor = '192.0.2.1',
  }: PostOptions = {},
) {
  const headers = new Headers({ 'content-type': contentType, 'x-forwarded-for': forwardedFor });
  if (origin !== null) headers.set('origin', origin);
  return POST(
    new NextRequest(`${getEnv().APP_URL}/api/auth/sign-up`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    }),
  );
}

/** An endless request body, as in a denial-of-service attack. */
const createEndlessBody = () =>
  new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(4096).fill(32)) });

const buildAccount = () => ({ name: 'Ada', email: createEmail(), password });
const countUsers = async () => (await db.$client.query('SELECT count(*) AS n FROM users')).rows[0].n;

/** Expects a successful response and returns the ID of the new organization. */
async function getCreatedOrganizationId(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const body: unknown = await response.json();
  expect(body).toEqual({ success: true, organizationId: expect.any(String) });
  const { rows } = await db.$client.query('SELECT id FROM organizations ORDER BY created_at DESC LIMIT 1');
  expect(body).toMatchObject({ organizationId: rows[0].id });
  return rows[0].id;
}

test.each([
  ['JSON', (fields: object) => postSignUp(JSON.stringify(fields))],
  [
    'a form',
    (fields: object) =>
      postSignUp(new URLSearchParams(Object.entries(fields)).toString(), {
        contentType: 'application/x-www-form-urlencoded',
      }),
  ],
])('a sign-up with %s creates an organization, its owner, API key and signing secret', async (_, send) => {
  const organizationId = await getCreatedOrganizationId(
    await send({ ...buildAccount(), organization: 'Lovelace' }),
  );
  const context = createOperatorContext({ db, clock: systemClock }, organizationId);
  expect(await listMembers(context)).toMatchObject([{ name: 'Ada', role: 'owner' }]);
  expect(await listApiKeys(context)).toMatchObject([
    { kind: 'dashboard', name: 'Dashboard', revokedAt: null },
  ]);
  const token = (await getWebhookUrl(context)).split('/').at(-1) ?? '';
  expect(await findWebhookEndpoint(db, token)).toEqual({
    organizationId,
    signingSecret: expect.stringMatching(/^whsec_/),
  });
});

test('joins the inviting organization at sign-up', async () => {
  const owner = { ...(await createOwner(db)), clock: systemClock };
  const { token } = await inviteMember(owner, { role: 'editor' });
  const response = await postSignUp(JSON.stringify({ ...buildAccount(), invitation: token }));
  expect(await response.json()).toEqual({ success: true, organizationId: owner.organizationId });
  expect((await listMembers(owner)).map(({ role }) => role).sort()).toEqual(['editor', 'owner']);
});

const createValidBody = () => JSON.stringify({ ...buildAccount(), organization: 'Lovelace' });

test.each<[string, number, string, () => Promise<Response>]>([
  [
    'from another site',
    403,
    'INSUFFICIENT_PERMISSIONS',
    () => postSignUp(createValidBody(), { origin: 'http://evil.example' }),
  ],
  [
    'without an origin',
    403,
    'INSUFFICIENT_PERMISSIONS',
    () => postSignUp(createValidBody(), { origin: null }),
  ],
  [
    'from a sandboxed page',
    403,
    'INSUFFICIENT_PERMISSIONS',
    () => postSignUp(createValidBody(), { origin: 'null' }),
  ],
  [
    'as plain text',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    () => postSignUp(createValidBody(), { contentType: 'text/plain' }),
  ],
  ['that is not JSON', 400, 'VALIDATION_ERROR', () => postSignUp('{')],
  ['that is an array', 400, 'VALIDATION_ERROR', () => postSignUp('[]')],
  [
    'that is too large',
    413,
    'PAYLOAD_TOO_LARGE',
    () => postSignUp(JSON.stringify({ name: 'x'.repeat(20_000) })),
  ],
  ['that never ends', 413, 'PAYLOAD_TOO_LARGE', () => postSignUp(createEndlessBody())],
  [
    'without a password',
    400,
    'VALIDATION_ERROR',
    () => postSignUp('{"name":"A","email":"a@b.example","organization":"B"}'),
  ],
  [
    'with a NUL in the name',
    400,
    'VALIDATION_ERROR',
    () => postSignUp(createValidBody().replace('Ada', 'A\\u0000a')),
  ],
  [
    'with a NUL in the organization',
    400,
    'VALIDATION_ERROR',
    () => postSignUp(createValidBody().replace('Lovelace', '\\u0000x')),
  ],
])('rejects a sign-up %s with %d', async (_, status, code, send) => {
  const before = await countUsers();
  const response = await send();
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({
    success: false,
    error: { code, message: expect.any(String), timestamp: expect.any(String) },
  });
  expect(await countUsers()).toBe(before);
});

test.each(['callback/credentials', 'signout', 'nothing'])('rejects an endless POST to %s', async (path) => {
  const url = `${getEnv().APP_URL}/api/auth/${path}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = new NextRequest(url, {
    method: 'POST',
    headers,
    body: createEndlessBody(),
    duplex: 'half',
  });
  const response = await postToNextAuth(request, { params: Promise.resolve({ nextauth: path.split('/') }) });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE' } });
});

test('limits sign-ups by the last address in X-Forwarded-For, whatever the client claims before it', async () => {
  const account = buildAccount();
  await postSignUp(JSON.stringify({ ...account, organization: 'First' }), { forwardedFor: '198.51.100.1' });
  const repeat = (claimed: number) =>
    postSignUp(JSON.stringify({ ...account, organization: 'Next' }), {
      forwardedFor: `203.0.113.${claimed}, 198.51.100.1`,
    });
  const statuses: number[] = [];
  for (let claimed = 0; claimed < 31; claimed++) statuses.push((await repeat(claimed)).status);
  // With the first sign-up, these are the 30 that an IP address can attempt in an hour.
  expect(statuses.slice(0, 29)).toEqual(Array(29).fill(409));
  expect(statuses.slice(29)).toEqual([429, 429]);
});

test('accepts a session until it expires and rejects a forged one', async () => {
  const sessionId = randomUUID();
  const token = { sessionId };
  const session = await encode({ token, secret: getSessionSecret(), maxAge: 60 });
  expect(await getSessionId(session)).toBe(sessionId);
  expect(await getSessionId(await encode({ token, secret: getSessionSecret(), maxAge: -60 }))).toBeNull();
  expect(await getSessionId(await encode({ token, secret: 'another instance'.repeat(3) }))).toBeNull();
  for (const forged of ['', 'forged', session.slice(0, -2), 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhLXVzZXIifQ.']) {
    expect(await getSessionId(forged)).toBeNull();
  }
});
