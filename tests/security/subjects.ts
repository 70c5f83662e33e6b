import { type Role, roles } from '#lib/core/permissions';
import { removeMember } from '#lib/service/members/members';
import { createMember } from '#tests/support/owners';
import { type Access, isAllowed } from './access';
import type { Outcome } from './outcome';
import { createCookieHeader, type Tenant, type TestApp } from './test-app';

/** A person who sends requests to a tenant’s pages, with or without a valid session. */
export interface Subject {
  name: string;
  /** The Cookie header. */
  cookie: string;
  /** Returns the outcome that the permission table requires. */
  getExpectedOutcome(access: Access): Outcome;
}

const requireSession = (access: Access): Outcome => (access === 'public' ? 'allowed' : 'no session');

/** Creates one subject for each kind of session and each role, except members of other organizations. */
export async function createSubjects(app: TestApp, tenant: Tenant): Promise<Subject[]> {
  const revoked = await createMember(tenant.owner, 'admin');
  const revokedCookie = await createCookieHeader(app.db, revoked.userId);
  await app.db.$client.query('DELETE FROM user_sessions WHERE user_id = $1', [revoked.userId]);
  const removed = await createMember(tenant.owner, 'admin');
  const removedCookie = await createCookieHeader(app.db, removed.userId);
  await removeMember(tenant.owner, { userId: removed.userId });
  return [
    { name: 'no session', cookie: '', getExpectedOutcome: requireSession },
    { name: 'forged session', cookie: 'answerscope.session=forged', getExpectedOutcome: requireSession },
    {
      name: 'malformed session',
      cookie: 'answerscope.session=a.b.c.d.e',
      getExpectedOutcome: requireSession,
    },
    { name: 'revoked session', cookie: revokedCookie, getExpectedOutcome: requireSession },
    {
      name: 'removed member',
      cookie: removedCookie,
      getExpectedOutcome: (access) =>
        access === 'public' || access === 'user' ? 'allowed' : 'no organization',
    },
    ...roles.map((role) => createMemberSubject(role, tenant.cookies[role])),
  ];
}

function createMemberSubject(role: Role, cookie: string): Subject {
  return {
    name: role,
    cookie,
    getExpectedOutcome: (access) => (isAllowed(access, role) ? 'allowed' : 'denied'),
  };
}
