import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';

interface NoRunsProps {
  projectId: string;
  hasPrompts: boolean;
}

/** Shown on the page of runs before the first run. Links to the next step: adding prompts or, if there are any, the schedule. */
export function NoRuns({ projectId, hasPrompts }: NoRunsProps) {
  return (
    <EmptyState
      kind="none yet"
      title="No runs yet"
      action={
        <LinkButton kind="primary" href={`/projects/${projectId}/${hasPrompts ? 'schedule' : 'prompts'}`}>
          {hasPrompts ? 'Set up schedule' : 'Add prompts'}
        </LinkButton>
      }
    >
      A run sends every prompt to every selected engine in every selected country, once per sample. Each of
      these requests is a run item.
    </EmptyState>
  );
}
