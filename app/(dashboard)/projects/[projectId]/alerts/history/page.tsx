import type { Metadata } from 'next';
import { loadProject, type ProjectPageProps } from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { getContext } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { Chip } from '#components/ui/chip';
import { Link } from '#components/ui/link';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { defineMessages } from '#lib/core/messages';
import { type AlertEvent, listAlertEvents } from '#lib/dashboard/alerts/alert-events';
import { getConditionNames } from '#lib/dashboard/alerts/alerts';
import { describeCondition, getCategory } from '#lib/dashboard/alerts/conditions/condition';
import { EvidenceDetails } from './evidence-details';

export const metadata: Metadata = { title: 'Alert history' };

const maxEvents = 200;

export default async function AlertHistoryPage({ params }: ProjectPageProps) {
  const { projectId } = await params;
  const project = await loadProject(projectId);
  const events = await listAlertEvents(await getContext(), { projectId, limit: maxEvents });
  return (
    <Page
      title="Alert history"
      summary={summarize(events)}
      actions={<LinkButton href={`/projects/${projectId}/alerts`}>View alerts</LinkButton>}
    >
      {events.length === 0 ? (
        <EmptyState kind="none yet" title="No raised alerts yet">
          Raised and cleared alerts are listed here, with the numbers behind them.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-hairline border-t" aria-label="Alert history">
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              title={describeCondition(event.condition, getConditionNames(project, ''))}
              projectId={projectId}
            />
          ))}
        </ol>
      )}
    </Page>
  );
}

function EventRow({ event, title, projectId }: { event: AlertEvent; title: string; projectId: string }) {
  const { kind, evidence, occurredAt, condition } = event;
  const { page, query } = evidence.view;
  const isRaised = kind === 'raised';
  return (
    <li className="grid gap-x-8 gap-y-2 py-5 md:grid-cols-[10rem_1fr]">
      <div className="flex items-center gap-2 text-xs text-muted md:flex-col md:items-start">
        <Time at={occurredAt} />
        <Chip tone={isRaised ? 'danger' : 'plain'}>{isRaised ? 'Raised' : 'Cleared'}</Chip>
      </div>
      <div className="min-w-0">
        <h2 className="font-semibold">
          <Link className="hover:underline" href={`/projects/${projectId}/alerts/history/${event.id}`}>
            {title}
          </Link>
        </h2>
        <p className="text-xs text-muted">
          {getCategory(condition) === 'finding' ? 'Brand alert' : 'Monitoring health'}
        </p>
        <p className="mt-2 max-w-3xl text-pretty wrap-anywhere">{evidence.summary}</p>
        <EvidenceDetails details={evidence.details} className="mt-3" />
        {isRaised ? (
          <Link
            className="mt-3 inline-block text-xs font-medium text-accent underline"
            href={`/projects/${projectId}/${page}${query ? `?${query}` : ''}`}
          >
            View data
          </Link>
        ) : null}
      </div>
    </li>
  );
}

const messages = defineMessages({
  summary:
    '{scope, select, all {} other {The latest {entries, number} entries: }}{raised, plural, one {# alert} other {# alerts}} raised: {findings, plural, one {# brand alert} other {# brand alerts}} and {monitoring, number} about monitoring health.',
});

function summarize(events: readonly AlertEvent[]): string {
  const raised = events.filter(({ kind }) => kind === 'raised');
  const findings = raised.filter(({ condition }) => getCategory(condition) === 'finding').length;
  if (events.length === 0) return 'No alert has been raised yet.';
  return messages.summary({
    scope: events.length < maxEvents ? 'all' : 'other',
    entries: maxEvents,
    raised: raised.length,
    findings,
    monitoring: raised.length - findings,
  });
}
