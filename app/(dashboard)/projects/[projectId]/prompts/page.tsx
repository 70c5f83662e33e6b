import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { loadAvailableProviders } from '#app/(dashboard)/developers/engines/engine-providers.ts';
import { Page } from '#components/layout/page';
import { ExplainChanges } from '#components/sections/explain-changes';
import { EmptyState, Notice } from '#components/ui/notice';
import { promptsTable } from '#lib/contract/tables/prompts';
import { explainDenial } from '#lib/core/permissions';
import { matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptsData } from '#lib/dashboard/analytics/overview/breakdown';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { summarizePrompts } from '#lib/format/summary-sentences';
import { explainChangeAction } from '../actions';
import { FilteredPage } from '../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../load-page';
import { ImportPrompts, ImportPromptsButton } from './import-prompts';
import { describeLongPrompts } from './long-prompts';
import { AddPrompts } from './prompt-dialogs';
import { PromptTable } from './prompt-table';

export const metadata: Metadata = { title: 'Prompts' };

export default async function PromptsPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  const [prompts, data, schedule, providers] = await Promise.all([
    listPrompts(context, { projectId: project.id }),
    getPromptsData(context, filters),
    getSchedule(context, { projectId: project.id }),
    loadAvailableProviders(context),
  ]);
  const longPrompts = describeLongPrompts(prompts, schedule?.engines ?? [], providers.engines ?? []);
  const denial = explainDenial(context.actor, 'projects.edit');
  const topics = [...new Set(prompts.map((prompt) => prompt.topic).filter(Boolean))];
  const actions = (
    <>
      <ImportPromptsButton denial={denial} />
      <AddPrompts projectId={project.id} topics={topics} denial={denial} />
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
    const metrics = data.breakdown.get(prompt.id);
    const { id, text, topic, tags, language, isLanguageSet, isBranded } = prompt;
    return {
      id,
      text,
      topic,
      tags,
      language,
      isLanguageSet,
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
      summary={summarizePrompts(data, {
        prompts: rows.length,
        topics: topicCount,
        answered: measured.length,
        mentioning: mentioning.length,
      })}
      actions={actions}
      exportedTable={promptsTable.name}
    >
      {longPrompts.map((sentence) => (
        <Notice key={sentence} tone="warning">
          {sentence}
        </Notice>
      ))}
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
