import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { EffectChip } from '#components/experiments/effect-table';
import { DeniedButton } from '#components/overlays/denied-button';
import { DataTable } from '#components/sections/data-table';
import { SandboxBadge, Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import type { TrackedBrand } from '#lib/core/metric';
import { explainDenial } from '#lib/core/permissions';
import { toUtcDay } from '#lib/core/time';
import { getExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import { listExperiments } from '#lib/dashboard/experiments/experiments';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { formatDate } from '#lib/format/dates';
import { experimentMetricDescriptions } from '#lib/format/metric-descriptions';
import { formatCount, formatPlural, formatPoints, formatPointsInterval } from '#lib/format/numbers';
import { FilteredPage } from '../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../load-page';
import { ExperimentDialog } from './experiment-dialog';

export const metadata: Metadata = { title: 'Experiments' };

export default async function ExperimentsPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  const projectId = project.id;
  const [experiments, prompts] = await Promise.all([
    listExperiments(context, { projectId }),
    listPrompts(context, { projectId }),
  ]);
  const results = await Promise.all(
    experiments.map(async (experiment) => ({
      ...experiment,
      result: await getExperimentResult(context, filters, experiment),
    })),
  );
  const today = toUtcDay(context.clock.now());
  const measuredCount = results.filter(
    ({ result }) => result && result.visibility.verdict !== 'not enough data',
  ).length;
  const movedCount = results.filter(({ result }) => result?.visibility.verdict === 'moved').length;
  const denial = explainDenial(context.actor, 'projects.edit');
  const createButton =
    denial === null ? (
      <ExperimentDialog
        projectId={projectId}
        prompts={prompts.map(({ id, text, topic }) => ({ id, text, topic }))}
        initial={{
          name: '',
          description: '',
          changedOn: today,
          promptIds: filters.promptIds,
          assignment: filters.promptIds.length > 0 ? 'chosen' : 'random',
        }}
      />
    ) : (
      <DeniedButton reason={denial} Icon={Plus} kind="primary">
        Create experiment
      </DeniedButton>
    );
  return (
    <FilteredPage
      page={page}
      title="Experiments"
      summary={summarizeExperiments(
        { experimentCount: results.length, measuredCount, movedCount },
        getSelectedBrand(project, filters),
      )}
      actions={
        results.length > 0 ? (
          <>
            {results.some(({ result }) => result?.isFictional) ? <SandboxBadge /> : null}
            {createButton}
          </>
        ) : undefined
      }
    >
      {results.length === 0 ? (
        <EmptyState kind="none yet" title="No experiments yet" action={createButton}>
          Plan a change and have prompts assigned to it at random, or record a change you already made and the
          prompts it should affect. These prompts are compared with a control group of other prompts.
        </EmptyState>
      ) : (
        <Section
          title="Results"
          note="Latest change first. Each experiment compares equally long periods before and after its change."
          exportedTable="experiments"
          descriptions={[{ metric: 'Effect', description: experimentMetricDescriptions.effect }]}
        >
          <DataTable
            label="Experiments"
            rows={results}
            getKey={({ id }) => id}
            columns={[
              {
                head: 'Experiment',
                className: 'min-w-40 font-medium',
                cell: ({ id, name, changedOn }) => (
                  <>
                    <Link
                      href={`/projects/${projectId}/experiments/${id}${query ? `?${query}` : ''}`}
                      className="after:absolute after:inset-0 hover:text-accent-strong"
                    >
                      {name}
                    </Link>
                    <span className="block text-xs font-normal text-muted sm:hidden">
                      {formatDate(changedOn)}
                    </span>
                  </>
                ),
              },
              {
                head: 'Changed on',
                className: 'whitespace-nowrap text-muted max-sm:hidden',
                cell: ({ changedOn }) => formatDate(changedOn),
              },
              {
                head: 'Prompts',
                headTitle: 'Treatment prompts',
                className: 'text-muted',
                numericCell: ({ promptIds }) => formatCount(promptIds.length),
              },
              {
                head: 'Effect on visibility',
                className: 'max-sm:whitespace-normal',
                numericCell: ({ result }) => (
                  <>
                    {formatPoints(result?.visibility.difference ?? null)}
                    {result?.visibility.interval ? (
                      <span className="block text-xs text-muted">
                        {formatPointsInterval(result.visibility.interval)}
                      </span>
                    ) : null}
                  </>
                ),
              },
              {
                head: 'Verdict',
                cell: ({ result, changedOn }) =>
                  result ? (
                    <EffectChip effect={result.visibility} />
                  ) : (
                    <span className="text-muted">
                      {changedOn > today ? 'Planned' : 'Outside this period'}
                    </span>
                  ),
              },
            ]}
          />
        </Section>
      )}
    </FilteredPage>
  );
}

interface ExperimentCounts {
  experimentCount: number;
  /** Experiments with enough answers in the period for a verdict. */
  measuredCount: number;
  movedCount: number;
}

function summarizeExperiments(
  { experimentCount, measuredCount, movedCount }: ExperimentCounts,
  brand: TrackedBrand,
): string {
  if (experimentCount === 0)
    return 'Compare treatment prompts with a control group before and after a change.';
  if (measuredCount === 0)
    return `${formatPlural(experimentCount, 'experiment')}, ${experimentCount === 1 ? 'without' : 'none with'} enough data in this period.`;
  const visibility = brand.role === 'own' ? 'visibility' : `the visibility of ${brand.name}`;
  return `${formatCount(movedCount)} of ${formatPlural(measuredCount, 'experiment')} with enough data in this period had a statistically significant effect on ${visibility} relative to the control group.`;
}
