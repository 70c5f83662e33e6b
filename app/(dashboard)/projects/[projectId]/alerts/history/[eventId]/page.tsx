import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { loadProject, type ProjectPageProps } from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { getContext } from '#app/session.ts';
import { AnnotationList, AnnotationsProvider } from '#components/charts/annotations';
import { Chart } from '#components/charts/chart';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { Chip } from '#components/ui/chip';
import { LinkButton } from '#components/ui/link-button';
import { Time } from '#components/ui/time';
import { buildAlertChart } from '#lib/charts/alert-chart';
import { addDays } from '#lib/core/time';
import { type AlertEvent, getAlertEvent } from '#lib/dashboard/alerts/alert-events';
import { getConditionNames } from '#lib/dashboard/alerts/alerts';
import { describeCondition, getCountNoun } from '#lib/dashboard/alerts/conditions/condition';
import { EvidenceDetails } from '../evidence-details';

export const metadata: Metadata = { title: 'Alert' };

/** One entry of the alert history: what was measured, with a chart if the condition compares values over time. */
export default async function AlertEventPage({ params }: ProjectPageProps<{ eventId: string }>) {
  const { projectId, eventId } = await params;
  const project = await loadProject(projectId);
  const event = await getAlertEvent(await getContext(), { projectId, eventId });
  if (!event) notFound();
  const { kind, evidence, occurredAt, condition } = event;
  const { page, query } = evidence.view;
  const title = describeCondition(condition, getConditionNames(project, query));
  const isRaised = kind === 'raised';
  return (
    <Page
      title={title}
      summary={
        <>
          <span className="mb-2 flex items-center gap-2 text-xs text-muted">
            <Chip tone={isRaised ? 'danger' : 'plain'}>{isRaised ? 'Raised' : 'Cleared'}</Chip>
            <Time at={occurredAt} />
          </span>
          {evidence.summary}
        </>
      }
      actions={
        <>
          <LinkButton href={`/projects/${projectId}/alerts/history`}>View history</LinkButton>
          {isRaised ? (
            <LinkButton href={`/projects/${projectId}/${page}${query ? `?${query}` : ''}`}>
              View data
            </LinkButton>
          ) : null}
        </>
      }
    >
      <EvidenceSection title={title} event={event} />
      {evidence.details.length > 0 ? (
        <Section title="Numbers">
          <EvidenceDetails details={evidence.details} />
        </Section>
      ) : null}
    </Page>
  );
}

function EvidenceSection({
  title,
  event: { condition, evidence },
}: {
  title: string;
  event: Pick<AlertEvent, 'condition' | 'evidence'>;
}) {
  const { chart, numbers } = evidence;
  if (!chart || !numbers) return null;
  const hasBoundary = chart.boundaries.some((boundary) => boundary !== null);
  const lastDay = addDays(chart.from, chart.values.length - 1);
  const flags = [
    {
      number: 1,
      day: numbers.changedOn,
      annotations: [{ label: hasBoundary ? 'The change began' : 'First of the compared days', noteId: null }],
    },
    { number: 2, day: lastDay, annotations: [{ label: 'Last day evaluated', noteId: null }] },
  ];
  return (
    <Section
      title="Why it was raised"
      note={
        hasBoundary
          ? 'The chart compares the average since the change with a boundary; an average beyond it is unlikely to be chance. With more answers, a smaller change or lead is enough to cross it. The alert was raised when the average was beyond the boundary in two consecutive daily evaluations.'
          : 'The chart shows the average of the last days and the one that they were compared with, of the same prompts, engines and countries. The alert was raised because chance alone hardly ever makes such a difference.'
      }
    >
      <AnnotationsProvider flags={flags} addButton={null} editButtons={{}}>
        <Chart spec={buildAlertChart(title, chart, getCountNoun(condition))} />
        <AnnotationList />
      </AnnotationsProvider>
    </Section>
  );
}
