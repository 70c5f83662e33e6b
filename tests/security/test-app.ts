import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'next-auth/jwt';
import { shownOrganizationHeader } from '#components/layout/shown-organization';
import type { Role } from '#lib/core/permissions';
import { systemClock } from '#lib/core/time';
import type { Project } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { createSession } from '#lib/service/users/sessions';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase, type TestDatabase } from '#tests/support/database';
import { type Instance, type InstanceOptions, startInstance } from '#tests/support/instance';
import { createMember, createOwner, getUserId } from '#tests/support/owners';
import { root } from '#tests/support/process';

/** An organization with a project and a session cookie for each role. */
export interface Tenant {
  owner: Context;
  project: Project;
  cookies: Record<Role, string>;
  userIds: Record<Role, string>;
}

export interface TestApp {
  database: TestDatabase;
  db: PooledDatabase;
  instance: Instance;
  createTenant(): Promise<Tenant>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
  /**
   * Creates the request with which the client calls a server action, from a page that shows the first organization of the
   * user unless `headers` say otherwise.
   */
  createActionRequest(action: string, args: unknown[], headers?: Record<string, string>): ActionRequest;
  /** Calls a server action by name, as the client does. */
  callAction(action: string, args: unknown[], headers?: Record<string, string>): Promise<ActionResponse>;
  stop(): Promise<void>;
}

interface ActionRequest {
  path: string;
  init: { method: 'POST'; body: string; headers: Record<string, string> };
}

export interface ActionResponse {
  status: number;
  /** Target of a redirect. */
  redirect: string | null;
  /** Set-Cookie headers. */
  cookies: string[];
  text: string;
}

/** Starts an instance on a new or the given database, by default without a worker. Stopping it drops the database. */
export async function startTestApp({
  database: givenDatabase,
  ...options
}: Pick<InstanceOptions, 'env' | 'worker' | 'host'> & { database?: TestDatabase } = {}): Promise<TestApp> {
  const database = givenDatabase ?? (await createDatabase());
  const db = openDatabase(database.url);
  const instance = await startInstance({
    databaseUrl: database.url,
    pages: true,
    worker: false,
    ...options,
  });
  const send = (path: string, init: RequestInit) =>
    fetch(instance.url + path, { redirect: 'manual', ...init });
  return {
    database,
    db,
    instance,
    createTenant: () => createTenant(db),
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) => send(path, { method: 'POST', body, headers }),
    createActionRequest: (action, args, headers) =>
      createActionRequest(instance.url, { action, args, ...(headers ? { headers } : {}) }),
    callAction: (action, args, headers) =>
      callAction(instance.url, { action, args, ...(headers ? { headers } : {}) }),
    async stop() {
      await instance.stop();
      await db.$client.end();
      await database.drop();
    },
  };
}

interface ActionCall {
  action: string;
  args: unknown[];
  headers?: Record<string, string>;
}

function createActionRequest(url: string, { action, args, headers }: ActionCall): ActionRequest {
  const { id, page } = getBuiltAction(action);
  return {
    path: page,
    init: {
      method: 'POST',
      body: JSON.stringify(args),
      headers: {
        'next-action': id,
        'content-type': 'text/plain;charset=UTF-8',
        accept: 'text/x-component',
        origin: url,
        ...createShownHeader(headers?.cookie),
        ...headers,
      },
    },
  };
}

/** The first organization of the user of each session cookie, when the cookie was created. */
const firstOrganizations = new Map<string, string>();

/** Returns the header that pages send which show the first organization of the user of a Cookie header. */
export function createShownHeader(cookie = ''): Record<string, string> {
  const shown = firstOrganizations.get(cookie.split('; ')[0] ?? '');
  return shown ? { [shownOrganizationHeader]: shown } : {};
}

/** Calls a server action of the web process at a URL, as the client does. */
export async function callAction(url: string, call: ActionCall): Promise<ActionResponse> {
  const { path, init } = createActionRequest(url, call);
  const response = await fetch(url + path, { redirect: 'manual', ...init });
  const redirect = response.headers.get('x-action-redirect') ?? response.headers.get('location');
  const cookies = response.headers.getSetCookie();
  return { status: response.status, redirect, cookies, text: await response.text() };
}

export async function createTenant(db: PooledDatabase): Promise<Tenant> {
  const owner = { ...(await createOwner(db)), clock: systemClock };
  const userIds: Record<Role, string> = {
    owner: getUserId(owner),
    admin: (await createMember(owner, 'admin')).userId,
    editor: (await createMember(owner, 'editor')).userId,
    viewer: (await createMember(owner, 'viewer')).userId,
  };
  const cookies: Record<Role, string> = {
    owner: await createCookieHeader(db, userIds.owner),
    admin: await createCookieHeader(db, userIds.admin),
    editor: await createCookieHeader(db, userIds.editor),
    viewer: await createCookieHeader(db, userIds.viewer),
  };
  return { owner, project: await createTestProject(owner), cookies, userIds };
}

/** Signs a user in without the form. */
export async function createSessionCookie(
  db: PooledDatabase,
  userId: string,
): Promise<{ name: string; value: string }> {
  const secret = process.env.NEXTAUTH_SECRET ?? '';
  const sessionId = await createSession(
    { db, clock: systemClock },
    { userId, ipAddress: '192.0.2.1', userAgent: '' },
  );
  const value = await encode({ token: { sessionId }, secret, maxAge: 3600 });
  const { rows } = await db.$client.query<{ id: string }>(
    'SELECT organization_id AS id FROM memberships WHERE user_id = $1 ORDER BY created_at LIMIT 1',
    [userId],
  );
  const name = 'answerscope.session';
  if (rows[0]) firstOrganizations.set(`${name}=${value}`, rows[0].id);
  return { name, value };
}

export async function createCookieHeader(db: PooledDatabase, userId: string): Promise<string> {
  const { name, value } = await createSessionCookie(db, userId);
  return `${name}=${value}`;
}

/** Lists the paths of all pages and routes of the build, with `[name]` for their parameters. */
export function listBuiltPaths(): string[] {
  const manifest = readFileSync(join(root, '.next', 'app-path-routes-manifest.json'), 'utf8');
  return Object.values(JSON.parse(manifest));
}

interface BuiltAction {
  id: string;
  /** Path of a page that contains the action, with IDs that match no record. */
  page: string;
}

/** Lists all server actions of the build by exported name. */
export function listBuiltActions(): Map<string, BuiltAction> {
  const manifest: { node: Record<string, { exportedName: string; workers: Record<string, unknown> }> } =
    JSON.parse(readFileSync(join(root, '.next', 'server', 'server-reference-manifest.json'), 'utf8'));
  return new Map(
    Object.entries(manifest.node).map(([id, { exportedName, workers }]) => {
      const path = (Object.keys(workers)[0] ?? '').replace(/^app/, '').replace(/\/page$/, '');
      const page = path.replaceAll(/\/\([a-z]+\)/g, '').replaceAll(/\[[^\]]+\]/g, 'nothing') || '/';
      return [exportedName, { id, page }];
    }),
  );
}

function getBuiltAction(name: string): BuiltAction {
  const action = listBuiltActions().get(name);
  if (!action) throw new Error(`There is no server action ${name} in the build.`);
  return action;
}

/**
 * Returns all rows of a tenant's organization as text, except the request log and the audit log, to which requests that
 * change nothing can add rows.
 */
export async function readState(app: TestApp, { owner }: Tenant): Promise<string> {
  const { rows: tables } = await app.db.$client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE a.attname = 'organization_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relnamespace = 'public'::regnamespace
    ORDER BY 1`);
  const selects = tables
    .filter(({ name }) => !changedByReading.has(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, to_jsonb(t)::text AS row FROM ${name} t WHERE organization_id = $1`,
    );
  const { rows } = await app.db.$client.query<{ name: string; row: string }>(
    `SELECT 'organizations' AS name, to_jsonb(t)::text AS row FROM organizations t WHERE id = $1
     UNION ALL ${selects.join(' UNION ALL ')} ORDER BY 1, 2`,
    [owner.organizationId],
  );
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n');
}

/** Tables to which requests that change nothing may add rows: noise that a page fits is stored, and follows from the answers. */
const changedByReading = new Set(['requests', 'audit_log', 'noise_fits']);
