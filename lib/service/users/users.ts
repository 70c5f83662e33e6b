import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { toNetwork } from '#lib/core/ip-address';
import { recordSecurityEvent } from '#lib/core/security-events';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { countAttempt, resetAttempts, undoAttempt } from '#lib/db/attempt-limits';
import type { Context } from '#lib/db/context';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { organizationNameSchema } from '#lib/service/organizations/organizations';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { isPublishedDemoLogin } from '#lib/service/users/demo-account';
import { emailSchema } from '#lib/service/users/email-address';
import { queueConfirmationEmail } from '#lib/service/users/email-verification';
import { hashNewPassword, passwordSchema } from '#lib/service/users/passwords';

const newUserSchema = z.object({
  name: singleLineSchema({ required: 'Enter your name.' }),
  email: emailSchema,
  /** Null for a user who signs in with an identity provider. */
  password: passwordSchema.nullable(),
});

export type User = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name'>;

interface CreateUserOptions {
  /** True if the email address is verified; otherwise a verification email is sent. */
  isEmailVerified?: boolean;
}

/**
 * Creates a user without an organization, and queues a verification email unless the address is verified.
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the email address has an account
 */
export async function createUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: z.input<typeof newUserSchema>,
  { isEmailVerified = false }: CreateUserOptions = {},
): Promise<User> {
  const { name, email, password } = parseInput(newUserSchema, input);
  const passwordHash = password === null ? null : await hashNewPassword(password, { email, name });
  const createdAt = clock.now();
  return transaction(db, async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({ email, name, passwordHash, createdAt, emailVerifiedAt: isEmailVerified ? createdAt : null })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id, email: users.email, name: users.name });
    if (!created) {
      throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
        message: 'This email address already has an account. Sign in with it instead.',
      });
    }
    if (!isEmailVerified) await queueConfirmationEmail({ db: tx, clock }, { userId: created.id, email });
    return created;
  });
}

const inputSchema = newUserSchema.extend({ organization: organizationNameSchema });

/**
 * Creates a user and an organization that the user owns.
 * @param input `organization` is the name of the new organization; `plan` is `free` by default
 * @param afterCreate further work within the same transaction
 * @returns the user and a context in which the new owner acts on the new organization
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the email address has an account
 */
export async function signUp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: z.input<typeof inputSchema> & { plan?: string } & CreateUserOptions,
  afterCreate: (owner: Context) => Promise<void> = async () => {},
): Promise<{ user: User; owner: Context }> {
  const { organization, ...person } = parseInput(inputSchema, input);
  return transaction(db, async (tx) => {
    const user = await createUser({ db: tx, clock }, person, { isEmailVerified: input.isEmailVerified });
    const owner = await createOwnOrganization(
      { db: tx, clock },
      { userId: user.id, name: organization, plan: input.plan },
      afterCreate,
    );
    return { user, owner: { ...owner, db } };
  });
}

export interface SignInInput {
  email: string;
  password: string;
  /** The client's IP address. */
  ipAddress: string;
  /** The ID of the browser, if the user has signed in with it before (see `verifyDeviceCookie`). */
  deviceId?: string | undefined;
}

/**
 * Returns the user with this email address and password, or null. The check of an unknown email address takes as long
 * as that of a wrong password.
 * @throws ServiceError RATE_LIMIT_EXCEEDED after too many attempts for the account, in the browser or from the IP address
 */
export async function authenticateUser(
  context: Pick<Context, 'db' | 'clock'>,
  input: SignInInput,
): Promise<User | null> {
  const parsed = emailSchema.safeParse(input.email);
  const email = parsed.success ? parsed.data : input.email;
  const { ipAddress, deviceId } = input;
  const network = `${email} ${toNetwork(ipAddress)}`;
  await countAttempt(context, 'sign-in-ip', ipAddress);
  if (deviceId === undefined) {
    await countAttempt(context, 'sign-in-account-network', network);
    await countAttempt(context, 'sign-in-account', email);
  } else await countAttempt(context, 'sign-in-device', deviceId);
  const [user] = parsed.success ? await context.db.select().from(users).where(eq(users.email, email)) : [];
  const matches = await verifyPassword(input.password, user?.passwordHash);
  if (!matches || !user || isPublishedDemoLogin({ email, password: input.password })) {
    recordSecurityEvent('sign-in.failed', { method: 'password', userId: user?.id, ipAddress });
    return null;
  }
  if (deviceId === undefined) {
    await resetAttempts(context, 'sign-in-account-network', network);
    await undoAttempt(context, 'sign-in-account', email);
  } else await resetAttempts(context, 'sign-in-device', deviceId);
  await undoAttempt(context, 'sign-in-ip', ipAddress);
  return { id: user.id, email: user.email, name: user.name };
}
