import { ServiceError } from '#lib/core/errors';
import { getDependencies } from '#lib/dashboard/session/session';
import { unsubscribeRecipient } from '#lib/dashboard/subscriptions/recipient-links';

interface Route {
  params: Promise<{ token: string }>;
}

/** Opens the page that asks first, because email programs open links to check them. */
export async function GET(_: Request, { params }: Route) {
  const { token } = await params;
  return new Response(null, {
    status: 303,
    headers: { Location: `/subscription/${encodeURIComponent(token)}` },
  });
}

/** Unsubscribes at once: mail clients send this when their button is used (RFC 8058). */
export async function POST(_: Request, { params }: Route) {
  try {
    await unsubscribeRecipient(getDependencies(), await params);
    return new Response('Unsubscribed.\n');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return new Response(`${error.message}\n`, { status: error.status });
  }
}
