import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { type TenantTable, tables } from '#lib/db/tables';

/** True if the export of an organization includes the rows of a table; otherwise the reason why it does not. */
const contents = {
  alertChannels: true,
  alertEvents: true,
  alertMessages: 'work in progress, whose result is in alert_events',
  alerts: true,
  annotations: true,
  answers: true,
  answerSources: true,
  apiKeys: true,
  auditLog: true,
  brands: true,
  circuitBreakers: 'state of the service',
  classifiedSentences: true,
  creditBalances: true,
  creditLedger: true,
  creditUsageDaily: true,
  dailyAnswers: true,
  dailyAspects: true,
  dailyBrands: true,
  dailyDomains: true,
  dailyModels: true,
  dailyQueries: true,
  deliveries: true,
  deliveryAttempts: true,
  domainTypes: true,
  emailAttachments: 'deleted once sent',
  emails: 'can contain secret links',
  emailSuppressions: 'hashes of addresses',
  experiments: true,
  invitations: true,
  memberships: true,
  mentions: true,
  monthlyAnswers: 'sums of daily_answers',
  monthlyBrands: 'sums of daily_brands',
  monthlyDomains: 'sums of daily_domains',
  noiseFits: 'estimated from the answers',
  organizationBranding: true,
  printTokens: 'secrets that expire within a minute',
  projectBudgets: true,
  projectUsageDaily: true,
  projects: true,
  prompts: true,
  providerKeys: true,
  providerStatsHourly: true,
  rateLimitWindows: 'state of the service',
  reportRecipients: true,
  reports: true,
  reportSubscriptions: true,
  requests: true,
  rescoreJobs: 'work in progress',
  rollupMonths: 'state of the monthly sums',
  runItems: true,
  runs: true,
  savedViews: true,
  schedules: true,
  sentenceLabels: true,
  sentimentClassifiers: true,
  sentimentQueue: 'work in progress',
  serviceCredentials: 'secrets',
  shares: true,
  shareVisitors: 'state of the password limit and view count of share links',
  storedPages: 'expire within hours and can be downloaded with the URLs in answers',
  syncLeases: 'state of the service',
  taskQueueStats: 'state of the service',
  tasks: true,
  webhookEndpoints: true,
  webhookEndpointStats: true,
  webhookInbox: 'work in progress, whose result is in answers',
} as const satisfies Record<TenantTable, true | string>;

export interface ExportedColumn {
  name: string;
  /** The SQL expression that selects the value. */
  value: string;
}

/** A table of the export. Its rows are read in the order of `key`, which does not include the organization. */
export interface ExportedTable {
  name: string;
  columns: ExportedColumn[];
  key: { name: string; type: string }[];
}

/** Lists the tables of the export, without columns that hold secrets or their hashes. */
export function listExportedTables(): ExportedTable[] {
  return Object.entries(contents)
    .filter(([, content]) => content === true)
    .flatMap(([name]) => {
      const table = Object.entries(tables).find(([other]) => other === name)?.[1];
      return is(table, PgTable) ? [toExportedTable(table)] : [];
    });
}

function toExportedTable(table: PgTable): ExportedTable {
  const columns = Object.values(getTableColumns(table));
  const { primaryKeys } = getTableConfig(table);
  const keyNames = (primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)).map(
    ({ name }) => name,
  );
  return {
    name: getTableName(table),
    columns: columns
      .filter((column) => !isSecret(column.name, column.getSQLType()))
      .map(({ name }) => ({ name, value: buildValueExpression(name) })),
    key: keyNames.flatMap((name) => {
      const column = columns.find((other) => other.name === name && name !== 'organization_id');
      return column ? [{ name, type: column.getSQLType() }] : [];
    }),
  };
}

/** Returns whether the name or the type of a column shows that it holds a secret or the hash of one. */
export function isSecret(column: string, type: string): boolean {
  return /_(?:encrypted|hash)$/.test(column) || type === 'bytea';
}

/**
 * Returns the SQL expression of a column. The URL of the dashboard's own webhook endpoint ends with a secret token, which
 * the expression replaces with "…".
 */
function buildValueExpression(column: string): string {
  const isUrl = column === 'url' || column === 'webhook_url';
  return isUrl
    ? `regexp_replace("${column}", '/webhooks/(answers/)?[\\w-]{20,}$', '/webhooks/…')`
    : `"${column}"`;
}
