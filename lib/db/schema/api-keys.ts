import { sql } from 'drizzle-orm';
import { index, integer, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ApiScope } from '#lib/contract/plans';
import { bytea, createdAt, instant, organizationId } from '#lib/db/schema/columns';
import { organizations } from '#lib/db/schema/organizations';

/** A key for `/v1` and `/mcp`. */
export const apiKeys = pgTable(
  'api_keys',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: uuid().notNull().defaultRandom(),
    /** `dashboard` is the key with which the dashboard calls the service, which nobody has seen; `member` any other. */
    kind: text({ enum: ['member', 'dashboard'] })
      .notNull()
      .default('member'),
    name: text().notNull(),
    /** SHA-256 of the key. */
    secretHash: bytea('secret_hash').notNull(),
    /** The first eight characters; empty for older keys. */
    prefix: text().notNull().default(''),
    /** The last four characters. */
    lastFour: text('last_four').notNull(),
    /** The scopes of the key; null for all. */
    scopes: text().array().$type<ApiScope[]>(),
    /** IP addresses and networks that may use it; empty for all. */
    allowedIps: text('allowed_ips').array().notNull().default(sql`'{}'`),
    /** The member who created it; null for older keys, and for keys that the operator created. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedIp: text('last_used_ip'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('api_keys_secret').on(table.secretHash),
  ],
);

/** Requests counted in the current fixed window; one row per organization and kind of window. The table is unlogged. */
export const rateLimitWindows = pgTable(
  'rate_limit_windows',
  {
    organizationId: organizationId(),
    /** `second` counts requests to `/v1` and `/mcp`. `hour` counts requests to `/v1/run`. */
    kind: text().notNull(),
    startedAt: instant('started_at').notNull(),
    requests: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind] })],
);

/** The request log: one row per authenticated request to `/v1` or `/mcp`. */
export const requests = pgTable(
  'requests',
  {
    organizationId: organizationId(),
    /** The `X-Request-Id` that the client received. */
    id: uuid().notNull(),
    keyId: uuid('key_id').notNull(),
    method: text().notNull(),
    /** Without the query, truncated to 200 characters. */
    path: text().notNull(),
    /** 499 if the client disconnected before the response. */
    status: integer().notNull(),
    /** The error code; null on success. */
    code: text(),
    creditsCharged: integer('credits_charged').notNull(),
    latencyMs: integer('latency_ms').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The provider that answered and what it charged, in its own currency; null if none answered. */
    provider: text(),
    cost: numeric({ mode: 'number' }),
    currency: text(),
    tokens: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.receivedAt, table.id] }),
    index('requests_key').on(table.organizationId, table.keyId, table.receivedAt, table.id),
    index('requests_errors')
      .on(table.organizationId, table.receivedAt, table.id)
      .where(sql`${table.status} >= 400`),
    index('requests_age').using('brin', table.receivedAt),
  ],
);
