import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { ServiceError } from '#lib/core/errors';
import { readLimited } from '#lib/core/read-limited';
import { formBytes, refuse } from '../answer-post';
import { authOptions } from '../options';

export const dynamic = 'force-dynamic';

interface Asked {
  params: Promise<{ nextauth: string[] }>;
}

export function GET(request: NextRequest, context: Asked): Promise<Response> {
  return NextAuth(request, context, authOptions());
}

/** The library reads forms of any size, so they are read before it. */
export async function POST(request: NextRequest, context: Asked): Promise<Response> {
  const body = await readLimited(request.body, formBytes);
  if (!body) return refuse(new ServiceError('PAYLOAD_TOO_LARGE'));
  return NextAuth(new NextRequest(request, { body: Buffer.from(body) }), context, authOptions());
}
