import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { ServiceError } from '#lib/core/errors';
import { readLimitedBody } from '#lib/core/input-limits';
import { getAuthOptions } from '../auth-options';
import { maxFormBytes, respondWithError } from '../form-handler';

export const dynamic = 'force-dynamic';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

export function GET(request: NextRequest, context: RouteContext): Promise<Response> {
  return NextAuth(request, context, getAuthOptions());
}

/** Limits the body first, because next-auth reads forms of any size. */
export async function POST(request: NextRequest, context: RouteContext): Promise<Response> {
  const body = await readLimitedBody(request.body, maxFormBytes);
  if (!body) return respondWithError(new ServiceError('PAYLOAD_TOO_LARGE'));
  return NextAuth(new NextRequest(request, { body: Buffer.from(body) }), context, getAuthOptions());
}
