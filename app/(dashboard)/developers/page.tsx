import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import { getEnv } from '#lib/core/env';
import { hasPermission } from '#lib/core/permissions';
import { getCreditBalance, isApiKeyShared } from '#lib/dashboard/api-credentials/api-credentials';
import { scoped } from '#lib/db/client';
import { formatCount } from '#lib/format/numbers';
import { listApiKeys } from '#lib/service/api-keys/api-keys';
import { getCredits } from '#lib/service/credits/credit-balance';
import { getContext, getRole } from '../../session';
import { ApiKeysTable, CreateApiKey, DashboardKeyNotice } from './api-keys';
import { DeveloperNav } from './developer-nav';

export const metadata: Metadata = { title: 'API & webhooks' };

export default async function DevelopersPage() {
  const context = await getContext();
  const role = getRole(context);
  if (!hasPermission(role, 'keys.read')) {
    return (
      <Page title="API & webhooks">
        <EmptyState kind="none" title="No access">
          Viewers can’t see API keys and webhooks. Ask an owner or admin to change your role.
        </EmptyState>
      </Page>
    );
  }
  const [keys, credits, creditBalance] = await Promise.all([
    listApiKeys(context),
    scoped(context, getCredits),
    getCreditBalance(context),
  ]);
  return (
    <Page
      title="API & webhooks"
      summary={
        <>
          Send requests to <code className="font-mono text-sm">{getEnv().APP_URL}/v1</code> with an API key,
          as described in the{' '}
          <a href="/reference" className="font-medium text-accent hover:underline">
            API reference
          </a>
          . {formatCount(credits.remaining - credits.held)} of {formatCount(credits.monthly)} credits are left
          this month on the {credits.plan} plan
          {credits.held > 0 ? `, ${formatCount(credits.held)} reserved for tasks in progress` : ''}.
        </>
      }
    >
      <DeveloperNav />
      {creditBalance === 'rejected' && !isApiKeyShared() ? (
        <DashboardKeyNotice canManage={hasPermission(role, 'keys.manage')} />
      ) : null}
      <Section
        title="API keys"
        note="Keys are shown only once and stored as hashes."
        aside={hasPermission(role, 'keys.manage') ? <CreateApiKey /> : undefined}
      >
        <ApiKeysTable keys={keys} canManage={hasPermission(role, 'keys.manage')} now={context.clock.now()} />
      </Section>
    </Page>
  );
}
