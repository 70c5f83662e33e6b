import type { Readable } from 'node:stream';
import { eq, type SQL, sql } from 'drizzle-orm';
import { formatFileName } from '#lib/core/file-name';
import { requirePermission } from '#lib/core/permissions';
import { toUtcDay } from '#lib/core/time';
import { writeZip } from '#lib/core/zip';
import { countAttempt } from '#lib/db/attempt-limits';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';
import { memberships, users } from '#lib/db/schema/organizations';
import { type ExportedTable, listExportedTables } from '#lib/service/exports/exported-tables';
import { getOrganization } from '#lib/service/organizations/organizations';

/** Number of rows read at once; small, because an answer can take 100 KB. */
const pageSize = 200;

/** An archive that is written while its rows are read. */
export interface OrganizationExport {
  fileName: string;
  /** A ZIP archive with a JSON Lines file for each table. */
  body: Readable;
}

/**
 * Exports all data of the organization, without secrets and their hashes. Rows are read in pages, each in its own
 * transaction, as fast as the archive is downloaded. If reading fails, the stream is aborted.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RATE_LIMIT_EXCEEDED
 */
export async function exportOrganization(context: Context): Promise<OrganizationExport> {
  requirePermission(context.actor, 'organization.export');
  await countAttempt(context, 'organization-export', context.organizationId);
  const exportedAt = context.clock.now();
  const { id, name, plan, createdAt } = await withOrganization(context, async (tx) => {
    const organization = await getOrganization(tx);
    await recordAudit(tx, {
      action: 'organization.exported',
      target: organization.name,
      targetId: organization.id,
    });
    return organization;
  });
  const description = JSON.stringify({ id, name, plan, createdAt, exportedAt });
  const files = [
    { path: 'README.txt', read: () => [readme] },
    { path: 'organization.json', read: () => [description] },
    { path: 'members.jsonl', read: () => readMembers(context) },
    ...listExportedTables().map((table) => ({
      path: `${table.name}.jsonl`,
      read: () => readLines(context, table),
    })),
  ];
  const body = writeZip(files, { mtime: exportedAt });
  const day = toUtcDay(exportedAt);
  const fileName = formatFileName({
    subject: name,
    table: 'answerscope-export',
    period: { from: day, to: day },
    labels: [],
    extension: 'zip',
  });
  return { fileName, body };
}

const readme = `This archive holds the data of one organization of Answerscope.

Each .jsonl file is a table: one JSON object per line, with the column names as keys. Times are in ISO 8601 with
their offset from UTC. Secrets, such as API keys and signing secrets, are not included, and neither are their hashes.
Tables are read one after the other, so changes made during the download can be in some of them and not in others.
`;

/** Yields the rows of a table as JSON Lines, a page at a time. */
async function* readLines(context: Context, table: ExportedTable): AsyncGenerator<string> {
  let after: string[] | null = null;
  do {
    const rows: { line: string; key: string[] }[] = await readPage(context, table, after);
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`;
    after = rows.length === pageSize ? (rows.at(-1)?.key ?? null) : null;
  } while (after);
}

/** Reads the next page of rows after a key. Values of the key are strings, so that times keep their microseconds. */
function readPage(context: Context, { name, columns, key }: ExportedTable, after: string[] | null) {
  const join = (parts: SQL[]) => sql.join(parts, sql`, `);
  const names = key.map((column) => sql`${sql.identifier(column.name)}`);
  const bounds = key.map(({ type }, index) => sql`${after?.[index]}::${sql.raw(type)}`);
  const values = columns.map((column) => sql`${sql.raw(column.value)} AS ${sql.identifier(column.name)}`);
  return withOrganization(context, ({ db, organizationId }) =>
    queryRows<{ line: string; key: string[] }>(
      db,
      sql`SELECT (SELECT row_to_json(selected) FROM (SELECT ${join(values)}) AS selected)::text AS line,
          ARRAY[${join(names.map((column) => sql`${column}::text`))}]::text[] AS key
        FROM ${sql.identifier(name)} WHERE organization_id = ${organizationId}
          ${after ? sql`AND (${join(names)}) > (${join(bounds)})` : sql``}
        ${names.length > 0 ? sql`ORDER BY ${join(names)}` : sql``} LIMIT ${sql.raw(String(pageSize))}`,
    ),
  );
}

/** Yields the members with their user IDs, which the other tables contain, and their names and email addresses. */
async function* readMembers(context: Context): AsyncGenerator<string> {
  const rows = await withOrganization(context, async ({ db, organizationId }) => {
    return db
      .select({
        line: sql<string>`json_build_object('user_id', ${users.id}, 'name', ${users.name}, 'email', ${users.email},
          'role', ${memberships.role}, 'joined_at', ${memberships.createdAt})::text`,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.organizationId, organizationId))
      .orderBy(memberships.createdAt);
  });
  for (const { line } of rows) yield `${line}\n`;
}
