import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/empty-state';
import { roleMay } from '#lib/core/permissions';
import { byPrompt } from '#lib/dashboard/analytics/by-prompt';
import { isAskedAbout } from '#lib/dashboard/prompts/is-asked-about';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { formatCount, formatPlural } from '#lib/format/formats';
import { roleOf } from '../../../role-of';
import { FilteredPage } from '../filtered-page';
import { lookedAt } from '../looked-at';
import { readView, type ViewProps } from '../read-view';
import { AddPrompts } from './add-prompts';
import { ImportPrompts } from './import-prompts';
import { PromptTable } from './prompt-table';

export const metadata: Metadata = { title: 'Prompts' };

/** What do we ask? The prompts with the brand's figures in each, under the filters of the address. */
export default async function PromptsPage(props: ViewProps) {
  const view = await readView(props);
  const { context, project, filters, query } = view;
  const [prompts, slices] = await Promise.all([
    listPrompts(context, { projectId: project.id }),
    byPrompt(context, filters),
  ]);
  const mayEdit = roleMay(roleOf(context), 'projects.edit');
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
  const rows = prompts.filter(isAskedAbout(filters)).map((prompt) => {
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
          : `answers to ${formatCount(named.length)} of the ${formatCount(asked.length)} asked in these days name ${lookedAt(project, filters).name}`,
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
        brand={lookedAt(project, filters)}
        mayEdit={mayEdit}
      />
    </FilteredPage>
  );
}
