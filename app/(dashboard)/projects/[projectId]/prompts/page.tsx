import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/empty-state';
import { hasPermission } from '#lib/core/permissions';
import { matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { getRole } from '../../../../session';
import { FilteredPage } from '../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../load-page';
import { AddPrompts } from './add-prompts';
import { ImportPrompts } from './import-prompts';
import { PromptTable } from './prompt-table';

export const metadata: Metadata = { title: 'Prompts' };

/** What do we ask? The prompts with the brand's figures in each, under the filters of the address. */
export default async function PromptsPage(props: ProjectPageProps) {
  const view = await loadPage(props);
  const { context, project, filters, query } = view;
  const [prompts, slices] = await Promise.all([
    listPrompts(context, { projectId: project.id }),
    getPromptBreakdown(context, filters),
  ]);
  const mayEdit = hasPermission(getRole(context), 'projects.edit');
  const topics = [...new Set(prompts.map((prompt) => prompt.topic).filter(Boolean))];
  const actions = mayEdit ? (
    <>
      <ImportPrompts projectId={project.id} />
      <AddPrompts projectId={project.id} topics={topics} />
    </>
  ) : undefined;
  if (prompts.length === 0) {
    return (
      <Page title="What do we ask?" answer="Nothing is asked yet.">
        <EmptyState
          kind="none yet"
          title="No prompts yet"
          action={actions ? <div className="flex flex-wrap justify-center gap-2">{actions}</div> : undefined}
        >
          Prompts are the questions your customers ask an answer engine. Import a file of them, or write the
          first few here, one a line.
        </EmptyState>
      </Page>
    );
  }
  const rows = prompts.filter(matchesPrompt(filters)).map((prompt) => {
    const slice = slices.get(prompt.id);
    const { id, text, topic, tags, language, branded } = prompt;
    if (!slice || slice.answers === 0) return { id, text, topic, tags, language, branded, figures: null };
    const { answers, visibility, position, citationRate } = slice;
    return {
      id,
      text,
      topic,
      tags,
      language,
      branded,
      figures: { answers, visibility, position, citationRate },
    };
  });
  const asked = rows.filter(({ figures }) => figures !== null);
  const named = asked.filter(({ figures }) => (figures?.visibility.numerator ?? 0) > 0);
  return (
    <FilteredPage
      view={view}
      title="What do we ask?"
      answer={[
        `${formatPlural(rows.length, 'prompt')}${topics.length > 0 ? ` in ${formatPlural(topics.length, 'topic')}` : ''}`,
        asked.length === 0
          ? 'none was asked in these days'
          : `answers to ${formatCount(named.length)} of the ${formatCount(asked.length)} asked in these days name ${getSelectedBrand(project, filters).name}`,
      ]
        .join('; ')
        .concat('.')}
      actions={actions}
      exported="prompts"
    >
      <PromptTable
        projectId={project.id}
        rows={rows}
        query={query}
        topics={topics}
        brand={getSelectedBrand(project, filters)}
        mayEdit={mayEdit}
      />
    </FilteredPage>
  );
}
