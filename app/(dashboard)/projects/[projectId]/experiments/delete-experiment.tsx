'use client';

import { useRouter } from 'next/navigation';
import { ConfirmButton } from '#components/ui/confirm-button';
import { useToast } from '#components/ui/toast';
import { useAction } from '../../../use-action';
import { deleteExperimentAction } from './actions';

interface DeleteExperimentProps {
  projectId: string;
  experimentId: string;
  name: string;
}

/** Forgets an experiment, once asked. */
export function DeleteExperiment({ projectId, experimentId, name }: DeleteExperimentProps) {
  const router = useRouter();
  const toast = useToast();
  const deleting = useAction(deleteExperimentAction, () => {
    toast({ title: `Experiment “${name}” deleted` });
    router.push(`/projects/${projectId}/experiments`);
  });
  return (
    <ConfirmButton
      label="Delete"
      size="medium"
      title={`Delete “${name}”?`}
      confirm="Delete the experiment"
      busy={deleting.busy}
      onConfirm={() => deleting.run(projectId, experimentId)}
    >
      What was changed, when, and which prompts it should move are forgotten. All answers stay.
    </ConfirmButton>
  );
}
