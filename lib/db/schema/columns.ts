import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Raw bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A moment in time, read as a `Date`. */
export const instant = (column: string) => timestamp(column, { withTimezone: true });

/** The tenant: it leads every key. */
export const organizationId = () => uuid('organization_id').notNull();

/** When a row was made. */
export const createdAt = () => instant('created_at').notNull().defaultNow();
