import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { hashPassword, verifyPassword } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { type Context, transaction } from '#lib/db/client';
import { memberships, users } from '#lib/db/schema/organizations';
import { createOrganization, organizationNameSchema } from '#lib/service/organizations/organizations';
import { countAttempt, resetAttempts, undoAttempt } from '#lib/service/users/auth-limits';

/** An email address in lower case. ASCII only, checked before lower-casing, so that no letter imitates another. */
const emailSchema = z
  .string()
  .trim()
  .max(254, 'Use an email address of at most 254 characters.')
  .pipe(z.email('Enter an email address such as name@example.com.'))
  .transform((email) => email.toLowerCase());

const passwordSchema = z
  .string()
  .min(10, 'Use a password of at least 10 characters.')
  .max(200, 'Use a password of at most 200 characters.');

const newUserSchema = z.object({
  name: singleLineSchema({ required: 'Enter your name.' }),
  email: emailSchema,
  password: passwordSchema,
});

export type User = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name'>;

/**
 * Creates a user without an organization.
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the email address has an account
 */
export async function createUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: z.input<typeof newUserSchema>,
): Promise<User> {
  const { name, email, password } = parseInput(newUserSchema, input);
  const passwordHash = await hashPassword(password);
  const [created] = await db
    .insert(users)
    .values({ email, name, passwordHash, createdAt: clock.now() })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, email: users.email, name: users.name });
  if (created) return created;
  throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
    message: 'This email address already has an account. Sign in with it instead.',
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
  input: z.input<typeof inputSchema> & { plan?: string },
  complete: (owner: Context) => Promise<void> = async () => {},
): Promise<{ user: User; owner: Context }> {
  const { organization, ...person } = parseInput(inputSchema, input);
  return transaction(db, async (tx) => {
    const user = await createUser({ db: tx, clock }, person);
    const { id } = await createOrganization(tx, { name: organization, plan: input.plan }, clock);
    const actor = { kind: 'member', userId: user.id, role: 'owner' } as const;
    await tx
      .insert(memberships)
      .values({ organizationId: id, userId: user.id, role: actor.role, createdAt: clock.now() });
    const owner: Context = { db: tx, clock, organizationId: id, actor };
    await complete(owner);
    return { user, owner: { ...owner, db } };
  });
}

export interface Login {
  email: string;
  password: string;
  /** The client's IP address. */
  ipAddress: string;
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
  await countAttempt(context, 'login-address', login.ipAddress);
  await countAttempt(context, 'login-account', email);
  const [user] = parsed.success ? await context.db.select().from(users).where(eq(users.email, email)) : [];
  const matches = await verifyPassword(login.password, user?.passwordHash);
  if (!matches || !user) return null;
  await resetAttempts(context, 'login-account', email);
  await undoAttempt(context, 'login-address', login.ipAddress);
  return { id: user.id, email: user.email, name: user.name };
}
