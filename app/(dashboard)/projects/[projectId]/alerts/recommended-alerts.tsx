'use client';

import { useToast } from '#components/overlays/toast';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../../../use-action';
import { createRecommendedAlertsAction } from './actions';
import { ManageButton } from './manage-button';

interface RecommendedAlertsProps {
  projectId: string;
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
}

/** Button that creates the recommended alerts (see `createRecommendedAlerts`). */
export function RecommendedAlerts({ projectId, denial }: RecommendedAlertsProps) {
  const toast = useToast();
  const creating = useAction(createRecommendedAlertsAction, () =>
    toast({
      title: 'Recommended alerts created',
      description: 'Messages go to the channels below. Add one if there is none.',
    }),
  );
  return (
    <>
      <ErrorNotice problem={creating.problem} className="basis-full" />
      <ManageButton
        kind="primary"
        denial={denial}
        busy={creating.busy}
        onClick={() => creating.run({ projectId })}
      >
        Create recommended alerts
      </ManageButton>
    </>
  );
}
