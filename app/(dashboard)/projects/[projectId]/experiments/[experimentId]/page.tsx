import type { Metadata } from 'next';
import { AnnotatedCharts } from '#app/(dashboard)/projects/[projectId]/annotations/annotated-charts.tsx';
import { FilteredPage } from '#app/(dashboard)/projects/[projectId]/filtered-page.tsx';
import {
  getSelectedBrand,
  loadOrNotFound,
  loadPage,
  type ProjectPageProps,
} from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { EffectTable } from '#components/experiments/effect-table';
import { ExperimentChart } from '#components/experiments/experiment-chart';
import { describeComparison, summarizeEffect, summarizePlacebo } from '#components/experiments/format-effect';
import { SandboxBadge, Section } from '#components/sections/section';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/notice';
import { experimentsTable } from '#lib/contract/tables/experiments';
import { formatDate, formatPeriod } from '#lib/core/dates';
import { toDay } from '#lib/core/days';
import { defineMessages } from '#lib/core/messages';
import { explainDenial } from '#lib/core/permissions';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { getExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import { editExperiment, getExperiment } from '#lib/dashboard/experiments/experiments';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { getPromptTexts } from '#lib/dashboard/prompts/prompt-texts';
import { describeBrandMetrics, experimentMetricDescriptions } from '#lib/format/metric-descriptions';
import { listFormFields } from '#lib/operations/form-fields';
import { DeleteExperiment, ExperimentDialog } from '../experiment-dialog';

export const metadata: Metadata = { title: 'Experiment' };

const messages = defineMessages({
  treatment:
    '{prompts, plural, one {# prompt} other {# prompts}}, {assignment, select, random {assigned at random and compared with all others} other {selected manually}}.',
});

export default async function ExperimentPage(props: ProjectPageProps<{ experimentId: string }>) {
  const [page, { experimentId }] = await Promise.all([loadPage(props), props.params]);
  const { context, project, filters, query } = page;
  const projectId = project.id;
  const experiment = await loadOrNotFound(getExperiment(context, { projectId, experimentId }));
  const { name, description, changedOn, promptIds, assignment } = experiment;
  const isPlanned = changedOn > toDay(context.clock.now(), project.timeZone);
  const brand = getSelectedBrand(project, filters);
  const [result, prompts, activePrompts] = await Promise.all([
    getExperimentResult(context, filters, experiment),
    getPromptTexts(context, { projectId, promptIds }),
    listPrompts(context, { projectId }),
  ]);
  const choices = [
    ...activePrompts.map(({ id, text, topic }) => ({ id, text, topic })),
    ...prompts
      .filter(({ id }) => !activePrompts.some((prompt) => prompt.id === id))
      .map((prompt) => ({ ...prompt, topic: '' })),
  ];
  const annotations = result
    ? await listAnnotations(context, {
        ...filters,
        from: result.windows.before.from,
        to: result.windows.after.to,
      })
    : [];
  const placebo = result && summarizePlacebo(result);
  const denial = explainDenial(context.actor, 'projects.edit');
  const definitions = describeBrandMetrics(brand.name);
  return (
    <FilteredPage
      page={page}
      title={name}
      summary={
        result
          ? summarizeEffect(
              brand.role === 'own' ? 'Visibility' : `Visibility of ${brand.name}`,
              result.visibility,
            )
          : isPlanned
            ? `Starts on ${formatDate(changedOn)}.`
            : 'The selected period must include days before and after the change.'
      }
      actions={
        <>
          {result?.isFictional ? <SandboxBadge /> : null}
          <ExperimentDialog
            projectId={projectId}
            fields={listFormFields(editExperiment)}
            experimentId={experimentId}
            prompts={choices}
            initial={experiment}
            denial={denial}
          />
          <DeleteExperiment projectId={projectId} experiment={experiment} denial={denial} />
        </>
      }
    >
      <Section
        title="Change"
        note={`${isPlanned ? 'From' : 'Since'} ${formatDate(changedOn)} (${project.timeZone}).`}
      >
        <p className="max-w-3xl whitespace-pre-line">{description}</p>
      </Section>
      {result ? (
        <>
          <AnnotatedCharts page={page} annotations={annotations} days={result.series.days}>
            <ExperimentChart experimentId={experimentId} series={result.series} />
          </AnnotatedCharts>
          <Section
            title="Before and after"
            note={`${formatPeriod(result.windows.before)} compared with ${formatPeriod(result.windows.after)}, for prompts, engines and countries with answers in both periods. ${describeComparison(assignment, result.visibility)}`}
            exportedTable={{ table: experimentsTable.name, parameters: { experiment: experimentId } }}
            descriptions={[
              { metric: 'Visibility', description: definitions.visibility },
              { metric: 'Citation rate', description: definitions.citationRate },
              { metric: 'Effect', description: experimentMetricDescriptions.effect },
            ]}
          >
            <EffectTable
              effects={[
                { rate: 'Visibility', effect: result.visibility },
                { rate: 'Citation rate', effect: result.citationRate },
              ]}
            />
            {placebo ? <p className="mt-4 max-w-3xl text-muted">{placebo}</p> : null}
          </Section>
        </>
      ) : (
        <EmptyState
          kind={isPlanned ? 'none yet' : 'no match'}
          title={isPlanned ? 'Not started yet' : 'Nothing to compare'}
          className="min-h-60"
        >
          {isPlanned
            ? `Make the change for the prompts below on ${formatDate(changedOn)}. Results appear with the first answers after that.`
            : 'The selected period must include days before and after the change. Choose other dates.'}
        </EmptyState>
      )}
      <Section
        title="Affected prompts"
        note={messages.treatment({
          prompts: prompts.length,
          assignment: assignment === 'random' ? 'random' : 'other',
        })}
      >
        <ul className="grid gap-x-12 md:grid-cols-2">
          {prompts.map(({ id, text }) => (
            <li key={id} className="border-b">
              <Link
                href={`/projects/${projectId}/prompts/${id}${query ? `?${query}` : ''}`}
                className="block py-2.5 hover:text-accent-strong"
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </FilteredPage>
  );
}
