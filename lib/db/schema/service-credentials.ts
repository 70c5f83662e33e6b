import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, createdAt, organizationId } from '#lib/db/schema/columns';

/** The credentials with which the dashboard calls the service for an organization. */
export const serviceCredentials = pgTable(
  'service_credentials',
  {
    organizationId: organizationId().primaryKey(),
    /** The API key. */
    apiKeyEncrypted: text('api_key_encrypted').notNull(),
    /** The webhook signing secret; null while signing is off. */
    signingSecretEncrypted: text('signing_secret_encrypted'),
    /** The token is part of the webhook URL, so that unsigned deliveries are authentic too. */
    webhookTokenHash: bytea('webhook_token_hash').notNull(),
    /** The same token, to build the webhook URL. */
    webhookTokenEncrypted: text('webhook_token_encrypted').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('service_credentials_webhook_token').on(table.webhookTokenHash)],
);
