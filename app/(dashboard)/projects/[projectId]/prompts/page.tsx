import { FileUp, Plus } from 'lucide-react';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Page } from '#components/layout/page';
import { DeniedButton } from '#components/overlays/denied-button';
import { ExplainChanges } from '#components/sections/explained-change';
import { EmptyState } from '#components/ui/notice';
import { explainDenial } from '#lib/core/permissions';
import { matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { getSchedule } from '#lib/dashboard/schedules/schedules';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { explainChangeAction } from '../actions';
import { FilteredPage } from '../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../load-page';
import { ImportPrompts, ImportPromptsButton } from './import-prompts';
import { AddPrompts } from './prompt-dialogs';
import { PromptTable } from './prompt-table';

export const metadata: Metadata = { title: 'Prompts' };

export default async function PromptsPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  const [prompts, breakdown, schedule] = await Promise.all([
    listPrompts(context, { projectId: project.id }),
    getPromptBreakdown(context, filters),
    getSchedule(context, { projectId: project.id }),
  ]);
  const denial = explainDenial(context.actor, 'projects.edit');
  const topics = [...new Set(prompts.map((prompt) => prompt.topic).filter(Boolean))];
  const actions =
    denial === null ? (
      <>
        <ImportPromptsButton />
        <AddPrompts projectId={project.id} topics={topics} />
      </>
    ) : (
      <>
        <DeniedButton reason={denial} Icon={FileUp}>
          Import CSV
        </DeniedButton>
        <DeniedButton reason={denial} Icon={Plus} kind="primary">
          Add prompts
        </DeniedButton>
      </>
    );
  const withImportDialog = (content: ReactNode) => (
    <ImportPrompts projectId={project.id} schedule={schedule ?? null} promptCount={prompts.length}>
      {content}
    </ImportPrompts>
  );
  if (prompts.length === 0) {
    return withImportDialog(
      <Page title="Prompts" summary="Add the prompts to monitor.">
        <EmptyState
          kind="none yet"
          title="No prompts yet"
          action={<div className="flex flex-wrap justify-center gap-2">{actions}</div>}
        >
          Prompts are the questions your customers ask AI engines. Import a CSV or add the first ones here.
        </EmptyState>
      </Page>,
    );
  }
  const rows = prompts.filter(matchesPrompt(filters)).map((prompt) => {
    const metrics = breakdown.get(prompt.id);
    const { id, text, topic, tags, language, isBranded } = prompt;
    return {
      id,
      text,
      topic,
      tags,
      language,
      isBranded,
      metrics: metrics && metrics.answers > 0 ? metrics : null,
    };
  });
  const measured = rows.filter(({ metrics }) => metrics !== null);
  const topicCount = new Set(rows.map(({ topic }) => topic).filter(Boolean)).size;
  const mentioning = measured.filter(({ metrics }) => (metrics?.visibility.numerator ?? 0) > 0);
  return withImportDialog(
    <FilteredPage
      page={page}
      title="Prompts"
      summary={[
        `${formatPlural(rows.length, 'prompt')}${topicCount > 0 ? ` in ${formatPlural(topicCount, 'topic')}` : ''}`,
        measured.length === 0
          ? 'none were answered in this period'
          : `${formatCount(mentioning.length)} of ${formatPlural(measured.length, 'prompt')} answered in this period ${mentioning.length === 1 ? 'has' : 'have'} answers that mention ${getSelectedBrand(project, filters).name}`,
      ]
        .join('; ')
        .concat('.')}
      actions={actions}
      exportedTable="prompts"
    >
      <ExplainChanges load={explainChangeAction} projectId={project.id} query={query}>
        <PromptTable
          projectId={project.id}
          rows={rows}
          query={query}
          topics={topics}
          brand={getSelectedBrand(project, filters)}
          denial={denial}
        />
      </ExplainChanges>
    </FilteredPage>,
  );
}
