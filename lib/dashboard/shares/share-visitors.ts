import { and, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import { toNetwork } from '#lib/core/ip-address';
import { recordSecurityEvent } from '#lib/core/security-events';
import type { Context } from '#lib/db/context';
import { countInWindow, undoCount } from '#lib/db/count-attempts';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { shares, shareVisitors } from '#lib/db/schema/reports';

interface Visitor {
  shareId: string;
  /** An IP address. All IPv6 addresses of a /64 network count as one visitor. */
  visitor: string;
  /** The ID of the browser if the link’s password was entered in it before; it is then a visitor of its own. */
  browserId?: string | undefined;
}

const toVisitorHash = ({ shareId, visitor, browserId }: Visitor) =>
  sha256(`${shareId} ${browserId === undefined ? toNetwork(visitor) : `browser ${browserId}`}`);

const maxGuesses = 10;
export const guessWindowMinutes = 15;

/**
 * Wrong passwords of a link within `guessWindowMinutes`, by all visitors together. Beyond, each visitor has one guess
 * instead of ten, so that guesses from many networks are slow too, and nobody can lock out others.
 */
const linkLimit = { attempts: 100, windowMinutes: guessWindowMinutes };

const toLinkHash = (shareId: string) => sha256(`share-password-link:${shareId}`).toString('hex');

/**
 * Counts a guess before it is checked, so that parallel guesses cannot exceed the limits: those of the visitor, and those
 * of the link, unless the browser is known to it.
 * @returns whether the guess is within the limits
 */
export async function countGuess(context: Context, visitor: Visitor): Promise<boolean> {
  const { shareId, visitor: ipAddress, browserId } = visitor;
  const { organizationId } = context;
  const refuse = (limit: 'share-password-visitor' | 'share-password-link') => {
    recordSecurityEvent('limit.reached', { organizationId, shareId, ipAddress, limit });
    return false;
  };
  const guesses = await countVisitorGuess(context, visitor);
  if (guesses === undefined) return refuse('share-password-visitor');
  if (browserId !== undefined) return true;
  const { isExceeded } = await countInWindow(context, toLinkHash(shareId), linkLimit);
  return !isExceeded || guesses === 1 || refuse('share-password-link');
}

/** Counts a guess of a visitor. @returns how many the visitor has made within the window; undefined beyond the limit */
async function countVisitorGuess(context: Context, visitor: Visitor): Promise<number | undefined> {
  const counted = await withOrganization(context, ({ db, organizationId, clock }) => {
    const now = clock.now();
    const windowStart = new Date(now.getTime() - guessWindowMinutes * 60_000);
    const { wrongPasswords, wrongSince } = shareVisitors;
    const isInWindow = gt(wrongSince, windowStart);
    return db
      .insert(shareVisitors)
      .values({
        organizationId,
        shareId: visitor.shareId,
        visitorHash: toVisitorHash(visitor),
        wrongPasswords: 1,
        wrongSince: now,
        seenAt: now,
      })
      .onConflictDoUpdate({
        target: [shareVisitors.organizationId, shareVisitors.shareId, shareVisitors.visitorHash],
        set: {
          wrongPasswords: sql`CASE WHEN ${isInWindow} THEN ${wrongPasswords} + 1 ELSE 1 END`,
          wrongSince: sql`CASE WHEN ${isInWindow} THEN ${wrongSince} ELSE ${now}::timestamptz END`,
          seenAt: now,
        },
        setWhere: or(isNull(wrongSince), lte(wrongSince, windowStart), lt(wrongPasswords, maxGuesses)),
      })
      .returning({ guesses: wrongPasswords });
  });
  return counted[0]?.guesses;
}

/** Resets the guesses of a visitor who has entered the correct password. */
export async function resetGuesses(context: Context, visitor: Visitor): Promise<void> {
  if (visitor.browserId === undefined) await undoCount(context, toLinkHash(visitor.shareId));
  await withOrganization(context, ({ db, organizationId }) =>
    db
      .update(shareVisitors)
      .set({ wrongPasswords: 0, wrongSince: null })
      .where(
        hasValues(shareVisitors, {
          organizationId,
          shareId: visitor.shareId,
          visitorHash: toVisitorHash(visitor),
        }),
      ),
  );
}

/** Pages that a visitor loads within this time, such as while narrowing filters, count as one view. */
const viewMinutes = 30;
const retentionHours = 24;
const previewUserAgent = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|embedly|slack/i;

/**
 * Counts a view of a link: at most one per visitor in 30 minutes, and none for programs that fetch previews. Deletes
 * visitors of the link who have not been seen for a day.
 */
export async function countView(context: Context, visitor: Visitor, userAgent: string): Promise<void> {
  if (previewUserAgent.test(userAgent)) return;
  await withOrganization(context, async ({ db, organizationId, clock }) => {
    const now = clock.now();
    const { shareId } = visitor;
    const viewStart = new Date(now.getTime() - viewMinutes * 60_000);
    const counted = await db
      .insert(shareVisitors)
      .values({
        organizationId,
        shareId,
        visitorHash: toVisitorHash(visitor),
        lastViewedAt: now,
        seenAt: now,
      })
      .onConflictDoUpdate({
        target: [shareVisitors.organizationId, shareVisitors.shareId, shareVisitors.visitorHash],
        set: { lastViewedAt: now, seenAt: now },
        setWhere: or(isNull(shareVisitors.lastViewedAt), lte(shareVisitors.lastViewedAt, viewStart)),
      })
      .returning({ shareId: shareVisitors.shareId });
    if (counted.length === 0) return;
    await db
      .update(shares)
      .set({
        viewCount: sql`${shares.viewCount} + 1`,
        firstViewedAt: sql`coalesce(${shares.firstViewedAt}, ${now})`,
        lastViewedAt: now,
      })
      .where(hasValues(shares, { organizationId, id: shareId }));
    const retainedSince = new Date(now.getTime() - retentionHours * 3_600_000);
    await db
      .delete(shareVisitors)
      .where(
        and(hasValues(shareVisitors, { organizationId, shareId }), lt(shareVisitors.seenAt, retainedSince)),
      );
  });
}
