import type { Metadata } from 'next';
import { EffectChip } from '#components/experiments/effect-table';
import { SandboxBadge, Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/notice';
import { experimentsTable } from '#lib/contract/tables/experiments';
import { formatDate } from '#lib/core/dates';
import { toDay } from '#lib/core/days';
import { defineMessages } from '#lib/core/messages';
import type { TrackedBrand } from '#lib/core/metric';
import { formatPoints, formatPointsInterval } from '#lib/core/numbers';
import { explainDenial } from '#lib/core/permissions';
import { listExperimentEffects } from '#lib/dashboard/experiments/experiment-result';
import { createExperiment, listExperiments } from '#lib/dashboard/experiments/experiments';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { experimentMetricDescriptions } from '#lib/format/metric-descriptions';
import { listFormFields } from '#lib/operations/form-fields';
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
  const effects = await listExperimentEffects(context, filters, experiments);
  const results = experiments.map((experiment, index) => ({
    ...experiment,
    effect: effects[index]?.visibility,
    isFictional: effects[index]?.isFictional,
  }));
  const today = toDay(context.clock.now(), project.timeZone);
  const verdicts = results.flatMap(({ effect }) =>
    effect && effect.refusal === null ? [effect.verdict] : [],
  );
  const counts = {
    experimentCount: results.length,
    measuredCount: verdicts.length,
    upCount: verdicts.filter((verdict) => verdict === 'up').length,
    downCount: verdicts.filter((verdict) => verdict === 'down').length,
  };
  const denial = explainDenial(context.actor, 'projects.edit');
  const createButton = (
    <ExperimentDialog
      projectId={projectId}
      fields={listFormFields(createExperiment)}
      prompts={prompts.map(({ id, text, topic }) => ({ id, text, topic }))}
      initial={{
        name: '',
        description: '',
        changedOn: today,
        promptIds: filters.promptIds,
        assignment: filters.promptIds.length > 0 ? 'chosen' : 'random',
      }}
      denial={denial}
    />
  );
  return (
    <FilteredPage
      page={page}
      title="Experiments"
      summary={summarizeExperiments(counts, getSelectedBrand(project, filters))}
      actions={
        results.length > 0 ? (
          <>
            {results.some(({ isFictional }) => isFictional) ? <SandboxBadge /> : null}
            {createButton}
          </>
        ) : undefined
      }
    >
      {results.length === 0 ? (
        <EmptyState kind="none yet" title="No experiments yet" action={createButton}>
          Plan a change and have prompts assigned to it at random, or record a change you already made and the
          prompts it should affect. These prompts are compared with other prompts.
        </EmptyState>
      ) : (
        <Section
          title="Results"
          note="Latest change first. Each experiment compares equally long periods before and after its change."
          exportedTable={experimentsTable.name}
          descriptions={[{ metric: 'Effect', description: experimentMetricDescriptions.effect }]}
        >
          <TableView
            table={experimentsTable}
            rows={results}
            getKey={({ id }) => id}
            views={{
              name: {
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
              changedOn: { className: 'whitespace-nowrap text-muted max-sm:hidden' },
              prompts: { className: 'text-muted' },
              difference: {
                className: 'max-sm:whitespace-normal',
                cell: ({ effect }) => (
                  <>
                    {formatPoints(effect?.difference ?? null)}
                    {effect?.interval ? (
                      <span className="block text-xs text-muted">
                        {formatPointsInterval(effect.interval)}
                      </span>
                    ) : null}
                  </>
                ),
              },
              verdict: {
                cell: ({ effect, changedOn }) =>
                  effect ? (
                    <EffectChip effect={effect} />
                  ) : (
                    <span className="text-muted">
                      {changedOn > today ? 'Planned' : 'Outside this period'}
                    </span>
                  ),
              },
            }}
          />
        </Section>
      )}
    </FilteredPage>
  );
}

interface ExperimentCounts {
  experimentCount: number;
  /** Experiments that can be compared in the period. */
  measuredCount: number;
  upCount: number;
  downCount: number;
}

const messages = defineMessages({
  notJudged:
    '{experiments, plural, one {# experiment, which can’t be judged} other {# experiments, none of which can be judged}} in this period.',
  effects:
    'Of {experiments, plural, one {# experiment} other {# experiments}} that can be judged, {role, select, own {visibility} other {the visibility of {brand}}} rose in {up, number}, fell in {down, number} and didn’t clearly change in {unclear, number}, compared with other prompts.',
});

function summarizeExperiments(
  { experimentCount, measuredCount, upCount, downCount }: ExperimentCounts,
  brand: TrackedBrand,
): string {
  if (experimentCount === 0) return 'Compare prompts that a change should affect with other prompts.';
  if (measuredCount === 0) return messages.notJudged({ experiments: experimentCount });
  return messages.effects({
    up: upCount,
    down: downCount,
    unclear: measuredCount - upCount - downCount,
    experiments: measuredCount,
    role: brand.role === 'own' ? 'own' : 'other',
    brand: brand.name,
  });
}
