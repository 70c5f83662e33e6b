import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import { explainDenial } from '#lib/core/permissions';
import { toUtcDay } from '#lib/core/time';
import { countMentions } from '#lib/dashboard/counts/count-mentions';
import { getClassifier } from '#lib/dashboard/sentiment/classifier';
import { listLabeledLanguages } from '#lib/dashboard/sentiment/label-sentences';
import { apiDifference } from '#lib/format/metric-descriptions';
import { openService } from '#lib/service/instance/service';
import { listProviderChecks } from '#lib/service/provider-checks/check-store';
import { listAvailableProviders } from '#lib/service/provider-keys/available-providers';
import { listLanguageModelProviders } from '#lib/service/provider-keys/language-model';
import { listProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { listEngineStatuses } from '#lib/service/provider-stats/engine-status';
import { explainFixedProviders } from '../../missing-providers';
import { DeveloperNav } from '../developer-nav';
import { describeProviders, describeRequests, EngineTable } from './engine-table';
import { describeChecks, ProviderChecksTable } from './provider-checks';
import { ProviderKeysTable } from './provider-keys';
import { SentenceLabels } from './sentence-labels';
import { SentimentClassifier } from './sentiment-classifier';

export const metadata: Metadata = { title: 'Providers' };

export default async function ProvidersPage() {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'providers.read');
  if (readDenial !== null) return <NoAccess title="Providers" reason={readDenial} />;
  const service = openService();
  const [statuses, checks, keys, classifier, models, volume, languages] = await Promise.all([
    listEngineStatuses(service, context),
    listProviderChecks(service.db, service.settings),
    listProviderKeys(context),
    getClassifier(context),
    listLanguageModelProviders(context),
    countMentions(context),
    listLabeledLanguages(context),
  ]);
  const providers = listAvailableProviders(service.settings);
  const denial = explainDenial(context.actor, 'providers.manage');
  return (
    <Page
      title="Providers"
      summary={
        <>
          {describeProviders(statuses)} {describeRequests(statuses)}
        </>
      }
    >
      <DeveloperNav />
      <Section
        title="Engines"
        note={`Your organization’s requests to providers in the last 24 hours, including retries. Latency is measured on successful requests; cost is as reported by the provider. ${apiDifference}`}
        exportedTable={{ organizationTable: 'engines' }}
      >
        <EngineTable statuses={statuses} />
      </Section>
      <Section
        title="Your provider keys"
        note="Your own key takes precedence over this instance’s key within a few seconds of saving."
      >
        {providers.length === 0 ? (
          <EmptyState kind="none" title="No providers available">
            {explainFixedProviders()}
          </EmptyState>
        ) : (
          <ProviderKeysTable providers={providers} keys={keys} denial={denial} />
        )}
      </Section>
      {checks.length === 0 ? null : (
        <Section title="Provider checks" note={describeChecks(service.settings)}>
          <ProviderChecksTable checks={checks} />
        </Section>
      )}
      <Section
        title="Sentiment"
        note="How sentences are classified as positive, neutral or negative for the brand that they mention."
      >
        <SentimentClassifier
          classifier={classifier ?? undefined}
          models={models}
          volume={volume}
          today={toUtcDay(context.clock.now())}
          denial={denial}
        />
        <SentenceLabels languages={languages} denial={explainDenial(context.actor, 'projects.edit')} />
      </Section>
    </Page>
  );
}
