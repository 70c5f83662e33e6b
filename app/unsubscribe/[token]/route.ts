import { ServiceError } from '#lib/core/errors';
import { getDependencies } from '#lib/dashboard/session/session';
import { unsubscribeRecipient } from '#lib/dashboard/subscriptions/recipient-links';

interface Route {
  params: Promise<{ token: string }>;
}

/** Redirects to the page that asks for confirmation, because email clients and scanners open links automatically. */
export async function GET(_: Request, { params }: Route) {
  const { token } = await params;
  return new Response(null, {
    status: 303,
    headers: { Location: `/subscription/${encodeURIComponent(token)}` },
  });
}

/** Unsubscribes immediately. Email clients send this request from their unsubscribe button (RFC 8058). */
export async function POST(_: Request, { params }: Route) {
  try {
    await unsubscribeRecipient(getDependencies(), await params);
    return new Response('Unsubscribed.\n');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return new Response(`${error.message}\n`, { status: error.status });
  }
}
