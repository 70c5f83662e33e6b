'use client';

import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button';
import { useToast } from '#components/ui/toast';
import { useAction } from '../../../use-action';
import { deleteExperimentAction, saveExperimentAction } from './actions';

interface DeleteExperimentProps {
  projectId: string;
  experiment: { id: string; name: string; what: string; changedOn: string; promptIds: string[] };
}

/** Forgets an experiment, which can be taken back; all answers stay. */
export function DeleteExperiment({ projectId, experiment: { id, ...experiment } }: DeleteExperimentProps) {
  const router = useRouter();
  const toast = useToast();
  const list = `/projects/${projectId}/experiments`;
  const restoring = useAction(saveExperimentAction, (restored) => router.push(`${list}/${restored}`));
  const deleting = useAction(deleteExperimentAction, () => {
    toast({
      title: `Experiment “${experiment.name}” deleted`,
      undo: () => restoring.run(projectId, null, experiment),
    });
    router.push(list);
  });
  return (
    <Button kind="quiet" data-print="hide" busy={deleting.busy} onClick={() => deleting.run(projectId, id)}>
      <Trash2 aria-hidden />
      Delete
    </Button>
  );
}
