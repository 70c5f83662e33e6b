import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import type { AccountContext, Context } from '#lib/db/context';
import { totpFactors } from '#lib/db/schema/authentication';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { noInput } from '#lib/operations/define-operation';
import { notifyOfSignInMethodChange } from '#lib/service/users/notices';
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
} from '#lib/service/users/recovery-codes';
import { getActingUserId } from '#lib/service/users/sessions';

type Deps = Pick<Context, 'db' | 'clock'>;

const periodSeconds = 30;
/** Codes of the previous and the next time step are accepted too, because clocks differ. */
const acceptedSteps = 1;

const getAssociatedData = (userId: string) => `user:${userId}:totp`;
const createTotp = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Answerscope', label, secret, period: periodSeconds });

/** Returns whether the acting member uses an authenticator app, and the number of unused recovery codes. */
export async function getTotpStatus(
  context: AccountContext,
): Promise<{ isEnabled: boolean; recoveryCodeCount: number }> {
  const userId = getActingUserId(context.actor);
  const isEnabled = await isTotpEnabled(context, userId);
  return { isEnabled, recoveryCodeCount: isEnabled ? await countRecoveryCodes(context.db, userId) : 0 };
}

/** Returns whether a user must enter a code after the password. */
export async function isTotpEnabled({ db }: Pick<Deps, 'db'>, userId: string): Promise<boolean> {
  const [factor] = await db
    .select({ userId: totpFactors.userId })
    .from(totpFactors)
    .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt)));
  return factor !== undefined;
}

/** @throws ServiceError RESOURCE_ALREADY_EXISTS if an app is already enabled */
export const startTotp = defineAccountOperation({
  name: 'two-factor.start',
  title: 'Create the secret of an authenticator app',
  description:
    'Creates a secret for an authenticator app. It takes effect once two-factor.confirm gets a code from the app.',
  permission: 'account.secure',
  effect: 'write',
  input: noInput,
  output: z.object({
    secret: z.string().describe('In base32.'),
    uri: z.string().describe('The `otpauth://` URI for the QR code.'),
  }),
  unaudited: 'Nothing changes before the first code, which has an entry.',
  async run(context) {
    const { userId } = context.actor;
    const [user] = await context.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    const secret = new Secret({ size: 20 });
    const values = {
      secretEncrypted: encrypt(getEncryptionKey(), secret.base32, getAssociatedData(userId)),
      createdAt: context.clock.now(),
    };
    const { rowCount } = await context.db
      .insert(totpFactors)
      .values({ userId, ...values })
      .onConflictDoUpdate({
        target: totpFactors.userId,
        set: values,
        setWhere: isNull(totpFactors.confirmedAt),
      });
    if (!rowCount) {
      throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
        message: 'Two-factor authentication is already enabled. Disable it to use another app.',
      });
    }
    return { secret: secret.base32, uri: createTotp(secret, user?.email).toString() };
  },
});

const recoveryCodesSchema = z.array(z.string());

/** @throws ServiceError VALIDATION_ERROR if the code is wrong; RESOURCE_ALREADY_EXISTS if an app is already enabled */
export const confirmTotp = defineAccountOperation({
  name: 'two-factor.confirm',
  title: 'Enable two-factor authentication',
  description:
    'Enables two-factor authentication with the first code from the app, and returns the recovery codes, which are shown only once.',
  permission: 'account.secure',
  effect: 'write',
  input: z.object({ code: z.string('Enter the code.').max(40, 'Enter the 6-digit code.') }),
  output: recoveryCodesSchema,
  limits: [
    { name: 'second-step', per: 'user', getSubject: ({ actor }) => actor.userId, isResetOnSuccess: true },
  ],
  audit: ['member.sign-in-method-changed'],
  async run(context, { code }) {
    const { userId } = context.actor;
    return transaction(context.db, async (tx) => {
      const step = await findTimeStep({ ...context, db: tx }, userId, code);
      if (step === null) {
        throw invalidField(
          'code',
          'This code is wrong or has expired. Enter the one that the app shows now.',
        );
      }
      const { rowCount } = await tx
        .update(totpFactors)
        .set({ confirmedAt: context.clock.now(), lastUsedStep: step })
        .where(and(eq(totpFactors.userId, userId), isNull(totpFactors.confirmedAt)));
      if (!rowCount)
        throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
          message: 'Two-factor authentication is already enabled. Reload the page.',
        });
      const codes = await replaceRecoveryCodes(tx, userId);
      const change = 'Two-factor authentication was enabled';
      await notifyOfSignInMethodChange({ ...context, db: tx }, { userId, change });
      return codes;
    });
  },
});

export const disableTotp = defineAccountOperation({
  name: 'two-factor.disable',
  title: 'Disable two-factor authentication',
  description: 'Disables two-factor authentication and deletes the recovery codes.',
  permission: 'account.secure',
  effect: 'delete',
  input: noInput,
  audit: ['member.sign-in-method-changed'],
  async run(context) {
    const { userId } = context.actor;
    await transaction(context.db, async (tx) => {
      const rows = await tx.delete(totpFactors).where(eq(totpFactors.userId, userId)).returning();
      await deleteRecoveryCodes(tx, userId);
      if (!rows.some(({ confirmedAt }) => confirmedAt)) return;
      const change = 'Two-factor authentication was disabled';
      await notifyOfSignInMethodChange({ ...context, db: tx }, { userId, change });
    });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND without two-factor authentication */
export const regenerateRecoveryCodes = defineAccountOperation({
  name: 'recovery-codes.regenerate',
  title: 'Create new recovery codes',
  description: 'Replaces the recovery codes, and returns the new ones, which are shown only once.',
  permission: 'account.secure',
  effect: 'delete',
  input: noInput,
  output: recoveryCodesSchema,
  audit: ['member.sign-in-method-changed'],
  async run(context) {
    const { userId } = context.actor;
    if (!(await isTotpEnabled(context, userId))) {
      throw notFound('Two-factor authentication is disabled. Enable it to get recovery codes.');
    }
    return transaction(context.db, async (tx) => {
      const codes = await replaceRecoveryCodes(tx, userId);
      const change = 'New recovery codes were created';
      await notifyOfSignInMethodChange({ ...context, db: tx }, { userId, change });
      return codes;
    });
  },
});

/** Returns whether a code from the app is valid, and marks it and all earlier ones as used. */
export async function acceptTotpCode(deps: Deps, userId: string, code: string): Promise<boolean> {
  const step = await findTimeStep(deps, userId, code);
  if (step === null) return false;
  const { rowCount } = await deps.db
    .update(totpFactors)
    .set({ lastUsedStep: step })
    .where(
      and(
        eq(totpFactors.userId, userId),
        isNotNull(totpFactors.confirmedAt),
        or(isNull(totpFactors.lastUsedStep), lt(totpFactors.lastUsedStep, step)),
      ),
    );
  return rowCount === 1;
}

/** Returns the time step that a code belongs to; null if it is wrong. */
async function findTimeStep({ db, clock }: Deps, userId: string, code: string): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return null;
  const [factor] = await db.select().from(totpFactors).where(eq(totpFactors.userId, userId));
  if (!factor) return null;
  const secret = Secret.fromBase32(
    decrypt(getEncryptionKey(), factor.secretEncrypted, getAssociatedData(userId)),
  );
  const timestamp = clock.now().getTime();
  const delta = createTotp(secret).validate({ token, timestamp, window: acceptedSteps });
  return delta === null ? null : TOTP.counter({ period: periodSeconds, timestamp }) + delta;
}
