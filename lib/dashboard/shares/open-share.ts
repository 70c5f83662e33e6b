import { and, eq, isNull } from 'drizzle-orm';
import { isSameSecret, randomToken, sha256, verifyPassword } from '#lib/core/crypto';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { countGuess, guessWindowMinutes, resetGuesses } from '#lib/dashboard/shares/share-visitors';
import { isUnexpired, maxPasswordLength } from '#lib/dashboard/shares/shares';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
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

/** Number of hours for which the browser that opened a one-time link can show its report. */
const oneTimeHours = 24;

/**
 * Opens a share link by its token. Returns undefined for an unknown, paused, revoked or expired link, for a link of an
 * organization that is scheduled for deletion, and for a one-time link that another browser has opened or that was
 * opened more than 24 hours ago.
 * @param proof the result of `unlockShare`
 */
export async function openShare(
  dependencies: Dependencies,
  { token, proof }: { token: string; proof?: string | undefined },
): Promise<OpenedShare | LockedShare | undefined> {
  const share = await findShare(dependencies, token);
  if (!share) return undefined;
  const { passwordHash, isOneTime, openedAt, openedByHash, ...opened } = share;
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

/** Returns the share link of a token, with a read-only context; undefined if unknown or not `isAvailable`. */
async function findShare({ db, clock }: Dependencies, token: string) {
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
    })
    .from(shares)
    .innerJoin(organizations, eq(organizations.id, shares.organizationId))
    .where(and(eq(shares.tokenHash, sha256(token)), isAvailable(clock.now())));
  if (!share) return undefined;
  const { organizationId, ...rest } = share;
  const { shareId, reportId, showsNotes, allowsDownloads } = rest;
  const actor = { kind: 'share', shareId, reportId, showsNotes, allowsDownloads } as const;
  const context: Context = { db, clock, organizationId, actor };
  return { context, ...rest };
}

/** Returns the condition that a link works. Only for queries that join its organization. */
const isAvailable = (now: Date) =>
  and(isNull(shares.revokedAt), isNull(shares.pausedAt), isUnexpired(now), isNull(organizations.deletesAt));

/** Returns the origins that may embed a link's report; undefined for a link that does not work. */
export async function listEmbedOrigins(
  { db, clock }: Dependencies,
  { token }: { token: string },
): Promise<string[] | undefined> {
  const [share] = await db
    .select({ embedOrigins: shares.embedOrigins })
    .from(shares)
    .innerJoin(organizations, eq(organizations.id, shares.organizationId))
    .where(and(eq(shares.tokenHash, sha256(token)), isAvailable(clock.now())));
  return share?.embedOrigins;
}

/** Creates the proof that a browser stores after the correct password was entered. It cannot be derived from the token alone. */
function createShareProof(token: string, passwordHash: string): string {
  return sha256(`${token} ${passwordHash}`).toString('base64url');
}

/**
 * Unlocks a link: checks its password, and marks a one-time link as used. Returns the proof that opens it (`openShare`).
 * A visitor has at most 10 guesses per link in 15 minutes.
 * @param visitor the IP address of the visitor
 * @throws ServiceError VALIDATION_ERROR for a wrong password, RATE_LIMIT_EXCEEDED, RESOURCE_NOT_FOUND
 */
export async function unlockShare(
  dependencies: Dependencies,
  { token, password, visitor }: { token: string; password: string; visitor: string },
): Promise<string> {
  const share = await findShare(dependencies, token);
  if (!share || (share.passwordHash === null && !share.isOneTime)) throw linkNotFound();
  const { context, shareId, passwordHash } = share;
  if (passwordHash !== null) {
    if (!(await countGuess(context, { shareId, visitor }))) {
      throw new ServiceError('RATE_LIMIT_EXCEEDED', {
        message: `Too many wrong passwords. Try again in ${guessWindowMinutes} minutes.`,
      });
    }
    if (password.length > maxPasswordLength || !(await verifyPassword(password, passwordHash))) {
      throw invalidField('password', 'Wrong password. Ask the person who sent you the link.');
    }
    await resetGuesses(context, { shareId, visitor });
    if (!share.isOneTime) return createShareProof(token, passwordHash);
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
