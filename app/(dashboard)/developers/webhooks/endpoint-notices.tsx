import { getEnv } from '#lib/core/env';
import { canUse } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { listDisabledEndpoints } from '#lib/service/webhooks/endpoints';
import { EndpointNotice } from './endpoint-notice';

/** A notice of the disabled webhook endpoints, shown to owners and admins on every page until one of them dismisses it. */
export async function EndpointNotices({ context }: { context: Context }) {
  if (!canUse(context.actor, 'webhooks.manage')) return null;
  const endpoints = await listDisabledEndpoints(context);
  if (endpoints.length === 0) return null;
  return <EndpointNotice endpoints={endpoints} retentionHours={getEnv().TASK_RETENTION_HOURS} />;
}
