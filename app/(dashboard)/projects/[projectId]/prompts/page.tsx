import type { Metadata } from 'next';
import { Page } from '#components/shell/page';
import { EmptyState } from '#components/ui/empty-state';
import { roleMay } from '#lib/core/permissions';
import { getProject } from '#lib/dashboard/projects/get-project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { currentContext } from '../../../../session';
import { orNotFound } from '../../../or-not-found';
import { roleOf } from '../../../role-of';
import { AddPrompts } from './add-prompts';
import { ImportPrompts } from './import-prompts';
import { PromptTable } from './prompt-table';

export const metadata: Metadata = { title: 'Prompts' };

export default async function PromptsPage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await currentContext();
  await orNotFound(getProject(context, { projectId }));
  const prompts = await listPrompts(context, { projectId });
  const mayEdit = roleMay(roleOf(context), 'projects.edit');
  const topics = [...new Set(prompts.map((prompt) => prompt.topic).filter(Boolean))];
  const branded = prompts.filter((prompt) => prompt.branded).length;
  const answer =
    prompts.length === 0
      ? 'Nothing is asked yet.'
      : `${count(prompts.length, 'prompt')} in ${count(topics.length, 'topic')}; ${branded} of them ${branded === 1 ? 'names' : 'name'} a tracked brand and ${branded === 1 ? 'is' : 'are'} left out of share of voice by default.`;
  const actions = mayEdit ? (
    <>
      <ImportPrompts projectId={projectId} />
      <AddPrompts projectId={projectId} topics={topics} />
    </>
  ) : undefined;
  return (
    <Page title="What do we ask?" answer={answer} actions={actions}>
      {prompts.length === 0 ? (
        <EmptyState
          title="No prompts yet"
          action={actions ? <div className="flex flex-wrap justify-center gap-2">{actions}</div> : undefined}
        >
          Prompts are the questions your customers ask an answer engine. Import a file of them, or write the
          first few here, one a line.
        </EmptyState>
      ) : (
        <PromptTable projectId={projectId} prompts={prompts} topics={topics} mayEdit={mayEdit} />
      )}
    </Page>
  );
}

function count(n: number, word: string): string {
  return `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
}
