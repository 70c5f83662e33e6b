import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant } from '#lib/db/schema/columns';
import { users } from '#lib/db/schema/organizations';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** The authenticator app of a user, which generates time-based one-time codes (RFC 6238). */
export const totpFactors = pgTable('totp_factors', {
  userId: userId().primaryKey(),
  secretEncrypted: text('secret_encrypted').notNull(),
  createdAt: createdAt(),
  /** Null until the user has entered a code. Sign-in asks for codes only after that. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last code that was accepted; it and earlier ones are rejected. */
  lastUsedStep: integer('last_used_step'),
});

/** Unused recovery codes, each of which replaces a code from the authenticator app once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), codeHash: bytea('code_hash').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    name: text().notNull(),
    /** Assigned by the authenticator, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** In COSE format. */
    publicKey: bytea('public_key').notNull(),
    /** Signatures made so far; always 0 for authenticators that don’t count. */
    signatureCount: bigint('signature_count', { mode: 'number' }).notNull(),
    /** How the browser can reach the authenticator, such as `internal` or `usb`. */
    transports: text().array().notNull(),
    /** Whether it is synced, so that it can be used on several devices. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** An account at an identity provider that a user signs in with. */
export const userIdentities = pgTable(
  'user_identities',
  {
    /** The URL of the issuer: subjects of different issuers must not be confused. */
    issuer: text().notNull(),
    /** The issuer’s unchanging ID of the account. */
    subject: text().notNull(),
    userId: userId(),
    /** As reported by the issuer when it was linked. */
    email: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('user_identities_user').on(table.userId),
  ],
);

/**
 * One step of signing in, reauthenticating with a passkey, registering a passkey or linking an account of an
 * identity provider. It expires after 10 minutes and can be completed only once.
 */
export const authChallenges = pgTable(
  'auth_challenges',
  {
    /** SHA-256 of a random token. */
    tokenHash: bytea('token_hash').primaryKey(),
    purpose: text().$type<ChallengePurpose>().notNull(),
    /** Null while the user is unknown. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    data: jsonb().$type<Record<string, string>>(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('auth_challenges_user').on(table.userId),
    index('auth_challenges_expiry').on(table.expiresAt),
    check(
      'auth_challenges_purpose',
      sql`${table.purpose} IN ('second-step', 'passkey-registration', 'passkey-sign-in', 'passkey-confirmation', 'identity-link')`,
    ),
  ],
);

export type ChallengePurpose =
  /** The password was correct; the code is still to be entered. */
  | 'second-step'
  | 'passkey-registration'
  | 'passkey-sign-in'
  /** A signed-in user confirms who they are. */
  | 'passkey-confirmation'
  /**
   * An identity is linked to a user: after the user of its email address has signed in, or by a signed-in user on the
   * account page.
   */
  | 'identity-link';
