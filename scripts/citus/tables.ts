import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { organizations } from '#lib/db/schema/organizations';
import { projects } from '#lib/db/schema/projects';
import { measurementTables, tables } from '#lib/db/tables';

/** Lists the tables with an `organization_id` among the exports of schemas, by name. */
function listTenantTables(schema: Readonly<Record<string, unknown>>): PgTable[] {
  return Object.values(schema)
    .flatMap((value) => (is(value, PgTable) ? [value] : []))
    .filter((table) => 'organizationId' in getTableColumns(table))
    .sort((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1));
}

/** Returns the length of the longest chain of references from a table to others. */
function getDepth(table: PgTable): number {
  const referenced = getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);
  const others = referenced.filter((other) => other !== table && other !== organizations);
  return others.length === 0 ? 0 : 1 + Math.max(...others.map(getDepth));
}

/**
 * The tables that are distributed by organization, such as those of projects, answers and rollups: all rows of an
 * organization are on one node. Tables that others refer to come first, and the first one is `projects`, with which
 * the others are colocated.
 */
export const distributedTables = [
  projects,
  ...listTenantTables(measurementTables)
    .filter((table) => table !== projects)
    .sort((a, b) => getDepth(a) - getDepth(b)),
].map(getTableName);

/** Tables with an `organization_id` that stay on the coordinator, such as those of the queue, credits, keys, members and reports. */
export const localTables = listTenantTables(tables)
  .map(getTableName)
  .filter((name) => !distributedTables.includes(name));

/** The table that is copied to every node, because distributed tables are joined with it. */
export const referenceTable = getTableName(organizations);
