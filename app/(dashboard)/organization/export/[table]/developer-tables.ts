import { formatFileTime } from '#lib/core/file-name';
import { listApiKeys } from '#lib/service/api-keys/api-keys';
import { openService } from '#lib/service/instance/service';
import { listEngineStatuses } from '#lib/service/provider-stats/engine-status';
import { listRequestKeys, listRequests, parseRequestFilters } from '#lib/service/request-log/list-requests';
import { listLedger } from '#lib/service/usage/list-ledger';
import { listEndpoints } from '#lib/service/webhooks/endpoints';
import { listDeliveries, parseDeliveryFilters } from '#lib/service/webhooks/list-deliveries';
import { loadUsage } from '../../../developers/usage/load-usage';
import { readUsageFilters } from '../../../developers/usage/usage-filters';
import {
  defineOrganizationTable,
  describeToday,
  labelChoice,
  pageSize,
  readAll,
  toIso,
} from './define-organization-table';

/** The tables of the pages about the API, by their name in the URL. */
export const developerTables = {
  'credit-ledger': defineOrganizationTable({
    permission: 'usage.read',
    describe({ clock }, parameters) {
      const { from, to, kind } = readUsageFilters(parameters, clock.now());
      return { period: { from, to }, labels: [kind ?? ''] };
    },
    rows: (context, parameters) => {
      const { from, to, kind } = readUsageFilters(parameters, context.clock.now());
      return readAll(async (before) => {
        const { entries, next } = await listLedger(context, { from, to, kind, before, limit: pageSize });
        return { rows: entries, next };
      });
    },
    columns: [
      { key: 'time', label: 'Time', format: 'instant', value: ({ occurredAt }) => toIso(occurredAt) },
      { key: 'entry', label: 'Entry', value: ({ kind }) => kind },
      { key: 'credits', label: 'Credits', value: ({ credits }) => credits },
      { key: 'engine', label: 'Engine', engines: ({ engine }) => engine && [engine] },
      { key: 'api_key', label: 'API key', value: ({ keyName }) => keyName },
      { key: 'task_or_request', label: 'Task or request', value: ({ subjectId }) => subjectId },
    ],
  }),
  'credits-by-day': defineOrganizationTable({
    permission: 'usage.read',
    describe({ clock }, parameters) {
      const { from, to, by } = readUsageFilters(parameters, clock.now());
      return { period: { from, to }, labels: [`by ${by}`] };
    },
    async rows(context, parameters) {
      const { days, groups } = await loadUsage(context, readUsageFilters(parameters, context.clock.now()));
      return days.flatMap((day, index) =>
        groups.map(({ name, credits }) => ({ day, name, credits: credits[index] })),
      );
    },
    columns: [
      { key: 'day', label: 'Day', format: 'day', value: ({ day }) => day },
      { key: 'group', label: 'Engine, API key or project', value: ({ name }) => name },
      { key: 'credits', label: 'Credits', value: ({ credits }) => credits },
    ],
  }),
  requests: defineOrganizationTable({
    permission: 'requests.read',
    async describe(context, parameters) {
      const { key, status, endpoint, period } = parseRequestFilters(parameters);
      const keyName = key === undefined ? '' : labelChoice(key, await listRequestKeys(context));
      return describeToday(context, [`last ${period}`, keyName, status ?? '', endpoint ?? '']);
    },
    rows: (context, { key, status, endpoint, period }) =>
      readAll(async (before) => {
        const filters = { key, status, endpoint, period, before };
        const { entries, next } = await listRequests(context, filters as object, pageSize);
        return { rows: entries, next };
      }),
    columns: [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      { key: 'time', label: 'Time', format: 'instant', value: ({ receivedAt }) => toIso(receivedAt) },
      { key: 'method', label: 'Method', value: ({ method }) => method },
      { key: 'path', label: 'Path', value: ({ path }) => path },
      { key: 'engine', label: 'Engine', engines: ({ engine }) => engine && [engine] },
      { key: 'status', label: 'Status', value: ({ status }) => status },
      { key: 'code', label: 'Error code', value: ({ code }) => code },
      { key: 'latency_ms', label: 'Latency (ms)', value: ({ latencyMs }) => latencyMs },
      { key: 'credits', label: 'Credits charged', value: ({ creditsCharged }) => creditsCharged },
      { key: 'api_key', label: 'API key', value: ({ keyName }) => keyName },
      { key: 'provider', label: 'Provider', value: ({ provider }) => provider },
    ],
  }),
  deliveries: defineOrganizationTable({
    permission: 'webhooks.read',
    async describe(context, parameters) {
      const { status, endpoint, task, from, to } = parseDeliveryFilters(parameters);
      const endpoints = endpoint === undefined ? [] : await listEndpoints(context);
      const options = endpoints.map(({ id, label }) => ({ id, name: label }));
      const labels = [status ?? '', endpoint === undefined ? '' : labelChoice(endpoint, options), task ?? ''];
      if (!from && !to) return describeToday(context, labels);
      return { period: { from: from && formatFileTime(from), to: to && formatFileTime(to) }, labels };
    },
    rows: (context, filters) =>
      readAll(async (before) => {
        const { deliveries, next } = await listDeliveries(context, { ...filters, before }, pageSize);
        return { rows: deliveries, next };
      }),
    columns: [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      { key: 'created_at', label: 'Created at', format: 'instant', value: (row) => toIso(row.createdAt) },
      { key: 'task', label: 'Task', value: ({ taskId }) => taskId },
      { key: 'endpoint', label: 'Endpoint', value: ({ endpoint }) => endpoint },
      { key: 'status', label: 'Status', value: ({ status }) => status },
      { key: 'attempts', label: 'Attempts', value: ({ attemptCount }) => attemptCount },
      { key: 'last_status', label: 'Last status code', value: ({ lastStatusCode }) => lastStatusCode },
      { key: 'last_error', label: 'Last error', value: ({ lastError }) => lastError },
      {
        key: 'last_duration_ms',
        label: 'Last duration (ms)',
        value: ({ lastDurationMs }) => lastDurationMs,
      },
      {
        key: 'completed_at',
        label: 'Completed at',
        format: 'instant',
        value: (row) => toIso(row.completedAt),
      },
    ],
  }),
  endpoints: defineOrganizationTable({
    permission: 'webhooks.read',
    rows: listEndpoints,
    columns: [
      { key: 'endpoint', label: 'Endpoint', value: ({ label }) => label },
      {
        key: 'last_success_at',
        label: 'Last success',
        format: 'instant',
        value: (row) => toIso(row.lastSuccessAt),
      },
      {
        key: 'last_failure_at',
        label: 'Last failure',
        format: 'instant',
        value: (row) => toIso(row.lastFailureAt),
      },
      {
        key: 'failing_since',
        label: 'Failing since',
        format: 'instant',
        value: (row) => toIso(row.failingSince),
      },
      { key: 'disabled_at', label: 'Disabled at', format: 'instant', value: (row) => toIso(row.disabledAt) },
    ],
  }),
  'api-keys': defineOrganizationTable({
    permission: 'keys.read',
    rows: listApiKeys,
    columns: [
      { key: 'name', label: 'Name', value: ({ name }) => name },
      { key: 'prefix', label: 'Key', value: ({ prefix, lastFour }) => `${prefix}…${lastFour}` },
      { key: 'scopes', label: 'Scopes', value: ({ scopes }) => scopes?.join(', ') },
      { key: 'allowed_ips', label: 'Allowed IP addresses', value: (row) => row.allowedIps?.join(', ') },
      { key: 'created_at', label: 'Created at', format: 'instant', value: (row) => toIso(row.createdAt) },
      { key: 'created_by', label: 'Created by', value: ({ creator }) => creator },
      {
        key: 'last_used_at',
        label: 'Last used at',
        format: 'instant',
        value: (row) => toIso(row.lastUsedAt),
      },
      { key: 'requests', label: 'Requests in 24 hours', value: ({ recentRequests }) => recentRequests },
      { key: 'expires_at', label: 'Expires at', format: 'instant', value: (row) => toIso(row.expiresAt) },
      { key: 'revoked_at', label: 'Revoked at', format: 'instant', value: (row) => toIso(row.revokedAt) },
    ],
  }),
  engines: defineOrganizationTable({
    permission: 'providers.read',
    rows: (context) => listEngineStatuses(openService(), context),
    columns: [
      { key: 'engine', label: 'Engine', value: ({ engine }) => engine },
      { key: 'engine_name', label: 'Engine name', value: ({ label }) => label },
      { key: 'provider', label: 'Provider', value: ({ provider }) => provider },
      { key: 'model', label: 'Model', value: ({ model }) => model },
      { key: 'key_owner', label: 'Key owner', value: ({ keyOwner }) => keyOwner },
      {
        key: 'circuit_reason',
        label: 'Reason for the open circuit',
        value: ({ circuit }) => circuit?.reason,
      },
      { key: 'queued', label: 'Queued tasks', value: ({ queued }) => queued },
      { key: 'requests', label: 'Requests in 24 hours', value: ({ stats }) => stats.requests },
      { key: 'delayed', label: 'Delayed requests', value: ({ stats }) => stats.throttledCount },
    ],
  }),
};
