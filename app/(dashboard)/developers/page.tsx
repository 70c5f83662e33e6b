import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { DeniedButton } from '#components/overlays/denied-button';
import { ExportMenu } from '#components/sections/export-menu';
import { EmptyState } from '#components/ui/notice';
import { getEnv } from '#lib/core/env';
import { explainPermission, hasPermission } from '#lib/core/permissions';
import { getCreditBalance, isApiKeyShared } from '#lib/dashboard/api-credentials/api-credentials';
import { withOrganization } from '#lib/db/client';
import { capitalize } from '#lib/format/labels';
import { formatCount } from '#lib/format/numbers';
import { listApiKeys } from '#lib/service/api-keys/api-keys';
import { getCredits } from '#lib/service/credits/credit-balance';
import { getContext, getRole } from '../../session';
import { ApiKeysTable, CreateApiKey, DashboardKeyNotice } from './api-keys';
import { DeveloperNav } from './developer-nav';

export const metadata: Metadata = { title: 'API keys' };

export default async function DevelopersPage() {
  const context = await getContext();
  const role = getRole(context);
  if (!hasPermission(role, 'keys.read')) {
    return (
      <Page title="API keys">
        <EmptyState kind="none" title="No access">
          {explainPermission('keys.read')}
        </EmptyState>
      </Page>
    );
  }
  const [keys, credits, creditBalance] = await Promise.all([
    listApiKeys(context),
    withOrganization(context, getCredits),
    getCreditBalance(context),
  ]);
  const canManage = hasPermission(role, 'keys.manage');
  return (
    <Page
      title="API keys"
      summary={
        <>
          Send requests to <code className="font-mono text-sm">{getEnv().APP_URL}/v1</code> with an API key,
          as described in the{' '}
          <a href="/reference" className="font-medium text-accent hover:underline">
            API reference
          </a>
          . {formatCount(credits.remaining - credits.held)} of {formatCount(credits.monthly)} credits are left
          this month on the {capitalize(credits.plan)} plan
          {credits.held > 0 ? `, ${formatCount(credits.held)} held for tasks in progress` : ''}.
        </>
      }
      actions={
        <>
          {canManage ? (
            <CreateApiKey />
          ) : (
            <DeniedButton permission="keys.manage" Icon={Plus} kind="primary">
              Create API key
            </DeniedButton>
          )}
          <ExportMenu exportedTable={{ organizationTable: 'api-keys' }} title="API keys" />
        </>
      }
    >
      <DeveloperNav />
      {creditBalance === 'rejected' && !isApiKeyShared() ? (
        <DashboardKeyNotice canManage={canManage} />
      ) : null}
      <p className="mb-3 text-xs text-muted">Keys are shown only once and stored as hashes.</p>
      <ApiKeysTable keys={keys} canManage={canManage} now={context.clock.now()} />
    </Page>
  );
}
