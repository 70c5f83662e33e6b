'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { createRecommendedAlertsAction } from './actions';

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
      <Button kind="primary" denial={denial} busy={creating.busy} onClick={() => creating.run({ projectId })}>
        Create recommended alerts
      </Button>
    </>
  );
}
