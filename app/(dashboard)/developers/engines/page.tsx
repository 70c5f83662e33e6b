import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/empty-state';
import { hasPermission } from '#lib/core/permissions';
import { openService } from '#lib/service/open-service';
import { listProviderKeys } from '#lib/service/provider-keys/list-vendor-keys';
import { listAvailableProviders } from '#lib/service/provider-keys/offered-vendors';
import { listEngineStatuses } from '#lib/service/provider-stats/engine-standings';
import { getContext, getRole } from '../../../session';
import { DeveloperNav } from '../developer-nav';
import { describeProviders, describeRequests } from './engine-labels';
import { EngineTable } from './engine-table';
import { ProviderKeysTable } from './provider-keys';

export const metadata: Metadata = { title: 'Engines' };

export default async function EnginesPage() {
  const context = await getContext();
  const role = getRole(context);
  if (!hasPermission(role, 'vendors.read')) {
    return (
      <Page title="Who answers for the engines?">
        <EmptyState kind="none" title="Not for viewers">
          Engines and their keys are for editors and above. Ask an owner or admin of the organization for
          another role.
        </EmptyState>
      </Page>
    );
  }
  const service = openService();
  const [standings, keys] = await Promise.all([
    listEngineStatuses(service, context),
    listProviderKeys(context),
  ]);
  const vendors = listAvailableProviders(service.settings);
  const mayManage = hasPermission(role, 'vendors.manage');
  return (
    <Page
      title="Who answers for the engines?"
      answer={
        <>
          {describeProviders(standings)} {describeRequests(standings)}
        </>
      }
    >
      <DeveloperNav />
      <Section
        title="Engines"
        note="The organization’s own questions of the last 24 hours; latency is of answers, cost as the vendor’s answers tell it."
      >
        <EngineTable standings={standings} />
      </Section>
      <Section
        title="Your own keys"
        note={
          mayManage
            ? 'A key of your own goes before those of this instance, from a few seconds after it is saved.'
            : 'Owners and admins of the organization can add and remove them.'
        }
      >
        {vendors.length === 0 ? (
          <EmptyState kind="none" title="No vendor can be chosen here">
            This instance’s ENGINE_PROVIDERS names the sandbox for every engine. Its operator can change that.
          </EmptyState>
        ) : (
          <ProviderKeysTable vendors={vendors} keys={keys} mayManage={mayManage} />
        )}
      </Section>
    </Page>
  );
}
