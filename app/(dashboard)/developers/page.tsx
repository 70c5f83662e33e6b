import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { getEnv } from '#lib/core/env';
import { defineMessages } from '#lib/core/messages';
import { explainDenial } from '#lib/core/permissions';
import { capitalize } from '#lib/core/text';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { isApiKeyShared } from '#lib/dashboard/api-credentials/api-credentials';
import { withOrganization } from '#lib/db/organization-scope';
import { listApiKeys } from '#lib/service/api-keys/api-keys';
import { getCredits } from '#lib/service/credits/credit-balance';
import { ApiKeysTable, CreateApiKey, DashboardKeyNotice } from './api-keys';
import { DeveloperNav } from './developer-nav';

export const metadata: Metadata = { title: 'API keys' };

const messages = defineMessages({
  credits:
    '{left, plural, one {# credit is} other {# credits are}} left this month{held, plural, =0 {} one {; # is held for unfinished tasks and requests} other {; # are held for unfinished tasks and requests}}. The {plan} plan has {monthly, number} credits per month.',
});

export default async function DevelopersPage() {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'keys.read');
  if (readDenial !== null) return <NoAccess title="API keys" reason={readDenial} />;
  const [keys, credits, creditBalance] = await Promise.all([
    listApiKeys(context),
    withOrganization(context, getCredits),
    getCreditBalance(context),
  ]);
  const denial = explainDenial(context.actor, 'keys.manage');
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
          .{' '}
          {messages.credits({
            left: credits.remaining - credits.held,
            held: credits.held,
            plan: capitalize(credits.plan),
            monthly: credits.monthly,
          })}
        </>
      }
      actions={
        <>
          <CreateApiKey denial={denial} />
          <ExportMenu exportedTable={{ organizationTable: 'api-keys' }} title="API keys" />
        </>
      }
    >
      <DeveloperNav />
      {creditBalance === 'rejected' && !isApiKeyShared() ? <DashboardKeyNotice denial={denial} /> : null}
      <p className="mb-3 text-xs text-muted">Keys are shown only once and stored as hashes.</p>
      <ApiKeysTable keys={keys} denial={denial} now={context.clock.now()} />
    </Page>
  );
}
