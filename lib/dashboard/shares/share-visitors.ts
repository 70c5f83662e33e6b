import { and, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import { toNetwork } from '#lib/core/ip-address';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { shares, shareVisitors } from '#lib/db/schema/reports';

interface Visitor {
  shareId: string;
  /** An IP address. All IPv6 addresses of a /64 network count as one visitor. */
  visitor: string;
}

const toVisitorHash = ({ shareId, visitor }: Visitor) => sha256(`${shareId} ${toNetwork(visitor)}`);

const maxGuesses = 10;
export const guessWindowMinutes = 15;

/**
 * Counts a guess of a visitor before it is checked, so that parallel guesses cannot exceed the limit. Each visitor is
 * counted separately, so that nobody can lock out others.
 * @returns whether the guess is within the limit
 */
export async function countGuess(context: Context, visitor: Visitor): Promise<boolean> {
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
      .returning({ shareId: shareVisitors.shareId });
  });
  return counted.length === 1;
}

/** Resets the guesses of a visitor who has entered the correct password. */
export async function resetGuesses(context: Context, visitor: Visitor): Promise<void> {
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
