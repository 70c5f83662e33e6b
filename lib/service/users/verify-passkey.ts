import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '#lib/db/context';
import { passkeys } from '#lib/db/schema/authentication';
import { users } from '#lib/db/schema/organizations';
import { challengeMinutes, completeChallenge, createChallenge } from '#lib/service/users/challenges';
import { toBytes } from '#lib/service/users/passkeys';
import { requireRelyingParty } from '#lib/service/users/relying-party';
import type { User } from '#lib/service/users/users';

type Deps = Pick<Context, 'db' | 'clock'>;

/**
 * Returns the options with which a browser authenticates with a passkey.
 * @param userId the user who must confirm who they are; if omitted, any user can sign in with a passkey
 * @throws ServiceError VALIDATION_ERROR if this instance has no domain name
 */
export async function startPasskeyVerification(deps: Deps, userId?: string) {
  const party = requireRelyingParty();
  const challenge = await createChallenge(
    deps,
    userId === undefined ? { purpose: 'passkey-sign-in' } : { purpose: 'passkey-confirmation', userId },
  );
  const allowCredentials =
    userId === undefined
      ? undefined
      : await deps.db
          .select({ id: passkeys.credentialId, transports: passkeys.transports })
          .from(passkeys)
          .where(eq(passkeys.userId, userId));
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: toBytes(challenge),
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
    ...(allowCredentials && { allowCredentials }),
  });
}

const base64url = z.string().regex(/^[\w-]+$/);
const responseSchema = z.object({
  id: base64url.max(1400),
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.unknown().transform(() => ({})),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/**
 * Verifies a browser's response for a passkey: that the challenge has not been used, that the authenticator verified
 * the user, and that the signature count has grown, unless the authenticator does not count (0). A count that has not
 * grown can mean that the authenticator was copied.
 * @param userId the user who must confirm who they are; if omitted, any user can sign in
 * @returns the user of the passkey; null if the response is not valid
 */
export async function verifyPasskey(deps: Deps, input: unknown, userId?: string): Promise<User | null> {
  const party = requireRelyingParty();
  const response = responseSchema.safeParse(input).data;
  if (!response) return null;
  const [registered] = await deps.db
    .select({ passkey: passkeys, user: { id: users.id, email: users.email, name: users.name } })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, response.id));
  if (!registered || (userId !== undefined && registered.user.id !== userId)) return null;
  const { passkey, user } = registered;
  const challenge =
    userId === undefined
      ? ({ purpose: 'passkey-sign-in' } as const)
      : ({ purpose: 'passkey-confirmation', userId } as const);
  const { credentialId: id, publicKey, signatureCount: counter, transports } = passkey;
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (token) => (await completeChallenge(deps, { ...challenge, token })) !== null,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) return null;
  // The stored count must not have changed since it was read: of two concurrent responses of an authenticator that counts,
  // only one passes.
  const { rowCount } = await deps.db
    .update(passkeys)
    .set({ signatureCount: result.authenticationInfo.newCounter, lastUsedAt: deps.clock.now() })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.signatureCount, counter)));
  return rowCount ? user : null;
}
