'use client';

import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { useToast } from '#components/ui/toast';
import { useAction } from '../use-action';
import { reconnectAction } from './actions';

/** That the dashboard's own key is refused, and the way to give it a new one. */
export function Reconnect({ mayManage }: { mayManage: boolean }) {
  const toast = useToast();
  const reconnect = useAction(reconnectAction, () =>
    toast({
      title: 'The dashboard has a new key',
      description: 'What was not asked meanwhile can be asked again from its run.',
    }),
  );
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Notice tone="danger">
        The service refuses the dashboard’s own key, so no run can be sent. Answers and figures stay.{' '}
        {mayManage ? 'Give it a new key.' : 'Ask an owner or admin to give it a new key here.'}
      </Notice>
      {reconnect.problem ? <Notice tone="danger">{reconnect.problem.message}</Notice> : null}
      {mayManage ? (
        <div>
          <Button kind="primary" busy={reconnect.busy} onClick={() => reconnect.run()}>
            Give the dashboard a new key
          </Button>
        </div>
      ) : null}
    </div>
  );
}
