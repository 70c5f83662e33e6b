import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { Chip, type ChipTone } from '#components/ui/chip';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';
import { describeSelection } from '#lib/contract/filters/page-filters';
import { alertsTable } from '#lib/contract/tables/alerts';
import { getEnv } from '#lib/core/env';
import { formatFacts } from '#lib/core/lists';
import { hasMailServer } from '#lib/core/mail-server';
import { defineMessages } from '#lib/core/messages';
import { explainDenial } from '#lib/core/permissions';
import { listAlertEvents } from '#lib/dashboard/alerts/alert-events';
import { type Alert, getConditionNames, listAlerts } from '#lib/dashboard/alerts/alerts';
import { describeCondition, getCategory } from '#lib/dashboard/alerts/conditions/condition';
import { listChannels } from '#lib/dashboard/alerts/messages/channels';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Project } from '#lib/dashboard/projects/project';
import { loadPage, type PageData, type ProjectPageProps } from '../load-page';
import { AlertActions } from './alert-actions';
import { AlertDialog } from './alert-dialog';
import { ChannelDialog } from './channel-dialog';
import { Channels } from './channels';
import { RecommendedAlerts } from './recommended-alerts';

export const metadata: Metadata = { title: 'Alerts' };

export default async function AlertsPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project } = page;
  const projectId = project.id;
  const [alerts, channels, events] = await Promise.all([
    listAlerts(context, { projectId }),
    listChannels(context, { projectId }),
    listAlertEvents(context, { projectId, limit: 1 }),
  ]);
  const denial = explainDenial(context.actor, 'alerts.manage');
  const sendsEmail = hasMailServer(getEnv());
  const competitors = project.competitors.map(({ id, name }) => ({ id, name }));
  const alertRows = alerts.map((alert) => toAlertRow(alert, page));
  const createButton = <AlertDialog projectId={projectId} competitors={competitors} denial={denial} />;
  const renderTable = (rows: typeof alertRows, label: string) => (
    <TableView
      table={alertsTable}
      label={label}
      rows={rows}
      getKey={({ id }) => id}
      views={{
        title: {
          className: 'min-w-40 font-medium',
          cell: ({ title, filters, stateNote, unknownReason, state, isPaused }) => (
            <>
              {title}
              <span className="mt-1 block sm:hidden">
                <StateChip state={state} isPaused={isPaused} />
              </span>
              {filters ? <span className="block text-xs font-normal text-muted">{filters}</span> : null}
              {stateNote ? <span className="block text-xs font-normal text-muted">{stateNote}</span> : null}
              {unknownReason ? (
                <span className="block text-xs font-normal text-muted">{unknownReason}</span>
              ) : null}
            </>
          ),
        },
        state: {
          className: 'max-sm:hidden lg:w-28',
          cell: ({ state, isPaused }) => <StateChip state={state} isPaused={isPaused} />,
        },
        stateSince: { className: 'whitespace-nowrap text-muted lg:w-40' },
      }}
      actions={(alert) => (
        <AlertActions
          projectId={projectId}
          alert={{ id: alert.id, title: alert.title, isPaused: alert.isPaused }}
          denial={denial}
          edit={
            <AlertDialog
              projectId={projectId}
              competitors={competitors}
              denial={denial}
              alert={{ id: alert.id, condition: alert.condition, query: alert.query }}
            />
          }
        />
      )}
    />
  );
  const brandAlerts = alertRows.filter(({ category }) => category === 'finding');
  const monitoring = alertRows.filter(({ category }) => category === 'monitoring');
  return (
    <Page
      title="Alerts"
      summary={summarize(alerts, channels.length)}
      actions={
        <>
          {events.length > 0 ? (
            <LinkButton href={`/projects/${projectId}/alerts/history`}>View history</LinkButton>
          ) : null}
          {alerts.length > 0 ? createButton : null}
        </>
      }
    >
      {alerts.length === 0 ? (
        <EmptyState
          kind="none yet"
          title="No alerts yet"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <RecommendedAlerts projectId={projectId} denial={denial} />
              {createButton}
            </div>
          }
        >
          Get a message when a metric clearly changes, a competitor overtakes {project.own.name}, a page of{' '}
          {project.own.name} is no longer cited, a model changes, answers are missing, or credits run low.
        </EmptyState>
      ) : (
        <>
          {brandAlerts.length > 0 ? (
            <Section
              title="Brand alerts"
              note="A change counts only if it is clear: chance alone hardly ever makes one as large."
            >
              {renderTable(brandAlerts, 'Brand alerts')}
            </Section>
          ) : null}
          {monitoring.length > 0 ? (
            <Section
              title="Monitoring health"
              note="Alerts about the measurement itself: models, missing answers and credits."
            >
              {renderTable(monitoring, 'Monitoring health')}
            </Section>
          ) : null}
        </>
      )}
      <Section
        title="Channels"
        note="Each channel gets one message when an alert of this project is raised. The next one comes only after that alert is cleared and raised again."
        aside={<ChannelDialog projectId={projectId} hasMailServer={sendsEmail} denial={denial} />}
        className={alerts.length === 0 ? 'mt-8' : undefined}
      >
        <Channels projectId={projectId} channels={channels} hasMailServer={sendsEmail} denial={denial} />
      </Section>
    </Page>
  );
}

function toAlertRow(alert: Alert, page: PageData) {
  const { id, condition, query, state, stateSince, unknownReason, evaluateAt } = alert;
  const isPaused = evaluateAt === null;
  return {
    id,
    condition,
    query,
    state,
    stateSince,
    isPaused,
    stateNote: isPaused ? undefined : states[state].note,
    unknownReason: isPaused ? null : unknownReason,
    title: describeCondition(condition, getConditionNames(page.project satisfies Project, query)),
    category: getCategory(condition),
    filters: describeAlertFilters(query, page),
  };
}

/** Describes the filters of an alert, which have no period; empty without any. */
function describeAlertFilters(query: string, { context, project }: PageData): string {
  const filters = parseFilters(project, new URLSearchParams(query), context.clock);
  const brands = [project.own, ...project.competitors];
  return formatFacts(describeSelection(filters, { brands }));
}

const states: Record<Alert['state'], { label: string; tone: ChipTone; note?: string }> = {
  cleared: { label: 'OK', tone: 'plain' },
  pending: {
    label: 'Pending',
    tone: 'warning',
    note: 'The condition is met. If it stays met, the alert is raised.',
  },
  alerting: { label: 'Raised', tone: 'danger' },
  recovering: {
    label: 'Recovering',
    tone: 'warning',
    note: 'The condition is no longer met. If it stays unmet, the alert is cleared.',
  },
};

function StateChip({ state, isPaused }: { state: Alert['state']; isPaused: boolean }) {
  if (isPaused) return <Chip>Paused</Chip>;
  const { label, tone } = states[state];
  return <Chip tone={tone}>{label}</Chip>;
}

const messages = defineMessages({
  paused:
    'All alerts are paused; {channels, plural, =0 {no channel gets messages yet} one {messages go to # channel} other {messages go to # channels}}.',
  raised:
    '{raised, plural, =0 {{active, plural, one {The only active alert isn’t raised} other {None of # active alerts is raised}}} one {# of {active, plural, one {# active alert} other {# active alerts}} is raised} other {# of {active, plural, one {# active alert} other {# active alerts}} are raised}}; {channels, plural, =0 {no channel gets messages yet} one {messages go to # channel} other {messages go to # channels}}.',
});

function summarize(alerts: readonly Alert[], channelCount: number): string {
  if (alerts.length === 0) return 'This project has no alerts yet.';
  const active = alerts.filter(({ evaluateAt }) => evaluateAt !== null);
  const raised = active.filter(({ state }) => state === 'alerting' || state === 'recovering').length;
  const counts = { active: active.length, raised, channels: channelCount };
  return active.length === 0 ? messages.paused(counts) : messages.raised(counts);
}
