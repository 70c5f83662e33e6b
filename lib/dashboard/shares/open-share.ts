import { and, eq, isNull } from 'drizzle-orm';
import { isSameSecret, randomToken, sha256, verifyPassword } from '#lib/core/crypto';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { processState } from '#lib/core/process-state';
import { recordSecurityEvent } from '#lib/core/security-events';
import { verifyBrowserCookie } from '#lib/dashboard/shares/known-browsers';
import { countGuess, guessWindowMinutes, resetGuesses } from '#lib/dashboard/shares/share-visitors';
import { isUnexpired, maxPasswordLength } from '#lib/dashboard/shares/shares';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { organizations } from '#lib/db/schema/organizations';
import { shares } from '#lib/db/schema/reports';

/** Read access to one report. */
export interface OpenedShare {
  state: 'open';
  shareId: string;
  /** A read-only context. Pages use `projectId` and `reportId` of this object, never those of their URL. */
  context: Context;
  projectId: string;
  reportId: string;
  showsNotes: boolean;
  allowsDownloads: boolean;
}

/** A link whose report is not shown yet: its password is missing, or it is a one-time link that nobody has opened. */
export interface LockedShare {
  state: 'locked';
  hasPassword: boolean;
  isOneTime: boolean;
}

type Dependencies = Pick<Context, 'db' | 'clock'>;

/** A share link that works, as stored. */
export type Share = NonNullable<Awaited<ReturnType<typeof findShare>>>;

declare module '#lib/core/process-state' {
  interface RequestState {
    /**
     * The share link in the URL, as the web process has looked it up: undefined if it does not work. Absent in requests
     * that may change it.
     */
    share?: { token: string; found: Share | undefined };
  }
}

/** Number of hours for which the browser that opened a one-time link can show its report. */
const oneTimeHours = 24;

/**
 * Opens a share link by its token, which is looked up once per request. Returns undefined for an unknown, paused, revoked
 * or expired link, for a link of an organization that is scheduled for deletion, and for a one-time link that another
 * browser has opened or that was opened more than 24 hours ago.
 * @param proof the result of `unlockShare`
 */
export async function openShare(
  dependencies: Dependencies,
  { token, proof }: { token: string; proof?: string | undefined },
): Promise<OpenedShare | LockedShare | undefined> {
  const requested = processState.request?.getStore()?.share;
  const share = requested?.token === token ? requested.found : await findShare(dependencies, token);
  if (!share) return undefined;
  const { passwordHash, isOneTime, openedAt, openedByHash } = share;
  const { shareId, projectId, reportId, showsNotes, allowsDownloads } = share;
  const context = toContext(dependencies, share);
  const opened = { context, shareId, projectId, reportId, showsNotes, allowsDownloads };
  const locked: LockedShare = { state: 'locked', hasPassword: passwordHash !== null, isOneTime };
  if (isOneTime) {
    if (openedAt === null) return locked;
    const ageMs = dependencies.clock.now().getTime() - openedAt.getTime();
    const isOpener =
      proof !== undefined &&
      openedByHash !== null &&
      isSameSecret(sha256(proof).toString('hex'), openedByHash.toString('hex'));
    return isOpener && ageMs < oneTimeHours * 3_600_000 ? { state: 'open', ...opened } : undefined;
  }
  if (passwordHash === null) return { state: 'open', ...opened };
  const isUnlocked = proof !== undefined && isSameSecret(proof, createShareProof(token, passwordHash));
  return isUnlocked ? { state: 'open', ...opened } : locked;
}

/** Returns the share link of a token; undefined if it is unknown or does not work. */
export async function findShare({ db, clock }: Dependencies, token: string) {
  const [share] = await db
    .select({
      organizationId: shares.organizationId,
      shareId: shares.id,
      projectId: shares.projectId,
      reportId: shares.reportId,
      passwordHash: shares.passwordHash,
      isOneTime: shares.isOneTime,
      openedAt: shares.openedAt,
      openedByHash: shares.openedByHash,
      showsNotes: shares.showsNotes,
      allowsDownloads: shares.allowsDownloads,
      /** The origins that may embed the report. */
      embedOrigins: shares.embedOrigins,
    })
    .from(shares)
    .innerJoin(organizations, eq(organizations.id, shares.organizationId))
    .where(and(eq(shares.tokenHash, sha256(token)), isAvailable(clock.now())));
  return share;
}

/** Returns the read-only context of whoever opens a link. */
function toContext({ db, clock }: Dependencies, share: Share): Context {
  const { organizationId, shareId, reportId, showsNotes, allowsDownloads } = share;
  return {
    db,
    clock,
    organizationId,
    actor: { kind: 'share', shareId, reportId, showsNotes, allowsDownloads },
  };
}

/** Returns the condition that a link works. Only for queries that join its organization. */
const isAvailable = (now: Date) =>
  and(isNull(shares.revokedAt), isNull(shares.pausedAt), isUnexpired(now), isNull(organizations.deletesAt));

/** Creates the proof that a browser stores after the correct password was entered. It cannot be derived from the token alone. */
function createShareProof(token: string, passwordHash: string): string {
  return sha256(`${token} ${passwordHash}`).toString('base64url');
}

interface UnlockInput {
  token: string;
  password: string;
  /** The IP address of the visitor. */
  visitor: string;
  /** The cookie of a browser that unlocked the link before (see `createBrowserCookie`), and the key that signs it. */
  browser?: { cookie: string | undefined; secret: string };
}

/**
 * Unlocks a link: checks its password, and marks a one-time link as used. Returns the proof that opens it (`openShare`).
 * A visitor has at most 10 guesses per link in 15 minutes, but only one after 100 wrong passwords of unknown browsers.
 * @throws ServiceError VALIDATION_ERROR for a wrong password, RATE_LIMIT_EXCEEDED, RESOURCE_NOT_FOUND
 */
export async function unlockShare(
  dependencies: Dependencies,
  { token, password, visitor, browser }: UnlockInput,
): Promise<string> {
  const share = await findShare(dependencies, token);
  if (!share || (share.passwordHash === null && !share.isOneTime)) throw linkNotFound();
  const { shareId, passwordHash } = share;
  const context = toContext(dependencies, share);
  if (passwordHash !== null) {
    const proof = createShareProof(token, passwordHash);
    const browserId = browser && verifyBrowserCookie({ secret: browser.secret, proof }, browser.cookie);
    if (!(await countGuess(context, { shareId, visitor, browserId }))) {
      throw new ServiceError('RATE_LIMIT_EXCEEDED', {
        message: `Too many wrong passwords. Try again in ${guessWindowMinutes} minutes.`,
      });
    }
    if (password.length > maxPasswordLength || !(await verifyPassword(password, passwordHash))) {
      const { organizationId } = context;
      recordSecurityEvent('share-password.failed', { organizationId, shareId, ipAddress: visitor });
      throw invalidField('password', 'Wrong password. Ask the person who sent you the link.');
    }
    await resetGuesses(context, { shareId, visitor, browserId });
    if (!share.isOneTime) return proof;
  }
  return openOneTimeLink(context, shareId);
}

/** Marks a one-time link as used. Only one of several parallel calls succeeds. */
async function openOneTimeLink(context: Context, shareId: string): Promise<string> {
  const proof = randomToken();
  const opened = await withOrganization(context, ({ db, organizationId, clock }) =>
    db
      .update(shares)
      .set({ openedAt: clock.now(), openedByHash: sha256(proof) })
      .where(hasValues(shares, { organizationId, id: shareId, openedAt: null }))
      .returning({ id: shares.id }),
  );
  if (opened.length === 0) throw linkNotFound();
  return proof;
}

const linkNotFound = () => notFound('This share link no longer works. Ask the sender for a new one.');
