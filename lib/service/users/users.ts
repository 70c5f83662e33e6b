import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { toNetwork } from '#lib/core/ip-address';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { type Context, transaction } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';
import { organizationNameSchema } from '#lib/service/organizations/organizations';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { countAttempt, resetAttempts, undoAttempt } from '#lib/service/users/auth-limits';
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
 * Creates a user without an organization, and queues the email that verifies the address.
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
 * @param input `organization` is the name of the new one; `plan` is `free` by default
 * @param complete further work within the same transaction
 * @returns the user and a context in which the new owner acts on the new organization
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the email address has an account
 */
export async function signUp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: z.input<typeof inputSchema> & { plan?: string } & CreateUserOptions,
  complete: (owner: Context) => Promise<void> = async () => {},
): Promise<{ user: User; owner: Context }> {
  const { organization, ...person } = parseInput(inputSchema, input);
  return transaction(db, async (tx) => {
    const user = await createUser({ db: tx, clock }, person, { isEmailVerified: input.isEmailVerified });
    const owner = await createOwnOrganization(
      { db: tx, clock },
      { userId: user.id, name: organization, plan: input.plan },
      complete,
    );
    return { user, owner: { ...owner, db } };
  });
}

export interface Login {
  email: string;
  password: string;
  /** The client's IP address. */
  ipAddress: string;
  /** The browser, if the user has signed in with it before (see `readDevice`). */
  deviceId?: string | undefined;
}

/**
 * Returns the user with this email address and password, or null. An unknown email address takes as long as a
 * wrong password.
 * @throws ServiceError RATE_LIMIT_EXCEEDED after too many attempts for the account or from the IP address
 */
export async function authenticate(
  context: Pick<Context, 'db' | 'clock'>,
  login: Login,
): Promise<User | null> {
  const parsed = emailSchema.safeParse(login.email);
  const email = parsed.success ? parsed.data : login.email;
  const { ipAddress, deviceId } = login;
  const network = `${email} ${toNetwork(ipAddress)}`;
  await countAttempt(context, 'login-address', ipAddress);
  if (deviceId === undefined) {
    await countAttempt(context, 'login-account-network', network);
    await countAttempt(context, 'login-account', email);
  } else await countAttempt(context, 'login-device', deviceId);
  const [user] = parsed.success ? await context.db.select().from(users).where(eq(users.email, email)) : [];
  const matches = await verifyPassword(login.password, user?.passwordHash);
  if (!matches || !user) return null;
  if (deviceId === undefined) {
    await resetAttempts(context, 'login-account-network', network);
    await undoAttempt(context, 'login-account', email);
  } else await resetAttempts(context, 'login-device', deviceId);
  await undoAttempt(context, 'login-address', ipAddress);
  return { id: user.id, email: user.email, name: user.name };
}
