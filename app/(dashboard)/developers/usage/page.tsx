import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { Chart } from '#components/charts/chart';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { ChoiceLinks } from '#components/ui/choice-links';
import { Pagination } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { buildUsageChart } from '#lib/charts/usage-chart';
import { creditsByGroupTable } from '#lib/contract/tables/usage';
import { formatPeriod } from '#lib/core/dates';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { explainDenial } from '#lib/core/permissions';
import { type GroupedUsage, loadUsage } from '#lib/registry/load-usage';
import { getQueueDetails } from '#lib/service/tasks/queue';
import { forecastCoverage, minHistoryDays } from '#lib/service/usage/forecast-usage';
import { getMonthlyUsage } from '#lib/service/usage/get-monthly-usage';
import { ledgerKinds, listLedger } from '#lib/service/usage/list-ledger';
import { sumCredits } from '#lib/service/usage/usage-by-day';
import { readUsageFilters, type UsageFilters } from '#lib/service/usage/usage-filters';
import { DeveloperNav } from '../developer-nav';
import { LedgerTable, ledgerLabels } from './ledger-table';
import { PeriodPicker } from './period-picker';
import { Queue } from './queue';
import { describeForecast, describeRunOut, describeSharedCredits, summarizeUsage } from './usage-sentences';
import { buildUsageUrl } from './usage-url';

export const metadata: Metadata = { title: 'Usage' };

interface UsagePageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function UsagePage({ searchParams }: UsagePageProps) {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'usage.read');
  if (readDenial !== null) return <NoAccess title="Usage" reason={readDenial} />;
  const now = context.clock.now();
  const filters = readUsageFilters(await searchParams, now);
  const [usage, monthlyUsage, ledger, queue] = await Promise.all([
    loadUsage(context, filters),
    getMonthlyUsage(context),
    listLedger(context, filters),
    getQueueDetails(context),
  ]);
  return (
    <Page
      title="Usage"
      summary={joinSentences([
        summarizeUsage(monthlyUsage),
        describeRunOut(monthlyUsage, now),
        describeSharedCredits(monthlyUsage),
      ])}
    >
      <DeveloperNav />
      <PeriodPicker filters={filters} />
      <UsageSection usage={usage} filters={filters} forecast={describeForecast(monthlyUsage)} />
      <Section
        title="Queue"
        note="Tasks wait here while the maximum number of concurrent tasks is in progress, or while their provider is failing."
      >
        <Queue queue={queue} denial={explainDenial(context.actor, 'queue.clear')} now={now} />
      </Section>
      <Section
        title="Ledger"
        note="Charges, grants and expired credits change the balance and stay listed. Holds and releases change only the available credits and are listed temporarily: a hold until its task ends, and a release until the failed task is deleted at the end of its retention period."
        exportedTable={{ organizationTable: 'credit-ledger' }}
      >
        <div className="mb-3">
          <ChoiceLinks
            label="Entries"
            choices={[undefined, ...ledgerKinds].map((kind) => ({
              label: kind ? ledgerLabels[kind] : 'All entries',
              href: buildUsageUrl(filters, { kind }),
              isCurrent: filters.kind === kind,
            }))}
          />
        </div>
        {ledger.entries.length === 0 ? (
          <EmptyState kind="no match" title="No entries">
            {messages.noEntries({
              filter: filters.kind ? 'kind' : 'other',
              period: formatPeriod(filters),
            })}
          </EmptyState>
        ) : (
          <LedgerTable entries={ledger.entries} />
        )}
        <div className="mt-4">
          <Pagination
            newest={filters.before ? buildUsageUrl(filters) : null}
            older={ledger.next === null ? null : buildUsageUrl(filters, { before: ledger.next })}
            noun="entries"
          />
        </div>
      </Section>
    </Page>
  );
}

const groupings = { engine: 'Engine', key: 'API key', project: 'Project' } as const;

interface UsageSectionProps {
  usage: GroupedUsage;
  filters: UsageFilters;
  /** Undefined while there is too little usage. */
  forecast: string | undefined;
}

/** The credits by day as a chart and their totals, with the forecast of this month. */
const messages = defineMessages({
  noEntries:
    'There are no ledger entries {filter, select, kind {of this kind } other {}}in this period ({period}).',
  charged: '{credits, plural, one {# credit} other {# credits}} charged, {period} (UTC).',
});

function UsageSection({ usage: { days, groups, total }, filters, forecast }: UsageSectionProps) {
  const by = groupings[filters.by];
  const noun = filters.by === 'key' ? by : by.toLowerCase();
  return (
    <Section
      title="Credits by day"
      note={joinSentences([
        messages.charged({ credits: total, period: formatPeriod(filters) }),
        filters.by === 'project'
          ? 'The credits of a run are counted on the day its answers arrived. Credits that don’t belong to a run are shown as “API”.'
          : null,
      ])}
      exportedTable={{ organizationTable: 'credits-by-day' }}
      aside={
        <ChoiceLinks
          label="Group by"
          choices={(['engine', 'key', 'project'] as const).map((value) => ({
            label: groupings[value],
            href: buildUsageUrl(filters, { by: value }),
            isCurrent: filters.by === value,
          }))}
        />
      }
    >
      {total === 0 ? (
        <EmptyState kind="none yet" title="No credits used" className="min-h-64">
          Credits charged in this period ({formatPeriod(filters)}) appear here.
        </EmptyState>
      ) : (
        <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_360px]">
          <Chart spec={buildUsageChart(`Credits by day and ${noun}`, days, groups)} />
          <TableView
            table={creditsByGroupTable}
            label={`Credits by ${noun}`}
            className="max-h-80 overflow-y-auto"
            rows={groups.map((group) => {
              const credits = sumCredits(group);
              return { id: group.id, name: group.name, credits, share: credits / total };
            })}
            getKey={({ id }) => id}
            views={{ group: { head: () => by }, share: { className: 'text-muted' } }}
          />
        </div>
      )}
      <p className="mt-4 text-muted">
        {forecast ?? `A forecast needs ${minHistoryDays} complete days of usage.`}
      </p>
      {forecast ? (
        <p className="text-xs text-muted">
          The forecast assumes that the remaining days resemble those past days and use the same number of
          credits on average. If the use of each day is independent of the others, the actual total falls
          within the range in {forecastCoverage * 100}% of months.
        </p>
      ) : null}
    </Section>
  );
}
