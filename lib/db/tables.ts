import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import * as accountTokens from '#lib/db/schema/account-tokens';
import * as alerts from '#lib/db/schema/alerts';
import * as answers from '#lib/db/schema/answers';
import * as apiKeys from '#lib/db/schema/api-keys';
import * as authentication from '#lib/db/schema/authentication';
import * as browserErrors from '#lib/db/schema/browser-errors';
import * as credits from '#lib/db/schema/credits';
import * as emails from '#lib/db/schema/emails';
import * as monthlyRollups from '#lib/db/schema/monthly-rollups';
import * as noiseFits from '#lib/db/schema/noise-fits';
import * as organizations from '#lib/db/schema/organizations';
import * as printTokens from '#lib/db/schema/print-tokens';
import * as projects from '#lib/db/schema/projects';
import * as providers from '#lib/db/schema/providers';
import * as reports from '#lib/db/schema/reports';
import * as runs from '#lib/db/schema/runs';
import * as sentiment from '#lib/db/schema/sentiment';
import * as serviceCredentials from '#lib/db/schema/service-credentials';
import * as subscriptions from '#lib/db/schema/subscriptions';
import * as tasks from '#lib/db/schema/tasks';
import * as webhooks from '#lib/db/schema/webhooks';

/** The tables of projects, with what is measured in them: of each organization, they have by far the most rows. */
export const measurementTables = {
  ...alerts,
  ...answers,
  ...monthlyRollups,
  ...noiseFits,
  ...projects,
  ...runs,
  ...sentiment,
};

/** All tables, by the names of their constants, and what else the modules of the schema export. */
export const tables = {
  ...measurementTables,
  ...accountTokens,
  ...apiKeys,
  ...authentication,
  ...browserErrors,
  ...credits,
  ...emails,
  ...organizations,
  ...printTokens,
  ...providers,
  ...reports,
  ...serviceCredentials,
  ...subscriptions,
  ...tasks,
  ...webhooks,
};

type Tables = typeof tables;

/** The name of a table whose rows belong to organizations. */
export type TenantTable = {
  [Name in keyof Tables]: Tables[Name] extends { organizationId: AnyPgColumn } ? Name : never;
}[keyof Tables];
