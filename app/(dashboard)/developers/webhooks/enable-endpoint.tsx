'use client';

import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { formatPlural } from '#lib/format/numbers';
import type { EndpointListing } from '#lib/service/webhooks/endpoints';
import { useAction, useFormDialog } from '../../use-action';
import { enableEndpointAction } from './actions';
import { describeRecovery } from './recover-deliveries';

/** Dialog that enables an endpoint again and, if chosen, sends its deliveries that failed or were not sent. */
export function EnableEndpoint({
  id,
  label,
  recoverable,
}: Pick<EndpointListing, 'id' | 'label' | 'recoverable'>) {
  const toast = useToast();
  const enable = useAction(enableEndpointAction, (recovery) => {
    form.close();
    toast({ title: 'Endpoint enabled', ...(recovery && { description: describeRecovery(recovery) }) });
  });
  const form = useFormDialog({ recovers: true }, [enable]);
  const { recovers } = form.values;
  return (
    <FormDialog
      {...form.dialog}
      title="Enable endpoint"
      description={label}
      trigger={
        <Button size="small" aria-label={`Enable ${label}`}>
          Enable
        </Button>
      }
      submitLabel="Enable endpoint"
      onSubmit={() =>
        enable.run({
          endpointId: id,
          ...(recovers && recoverable > 0 ? { recoverSince: new Date(0) } : {}),
        })
      }
    >
      <p className="text-muted">
        New deliveries will be sent to this endpoint. Fix it first: it’s disabled again if every delivery
        fails for another five days.
      </p>
      {recoverable > 0 ? (
        <Checkbox
          label={`Send the ${formatPlural(recoverable, 'delivery', 'deliveries')} that failed or ${recoverable === 1 ? 'wasn’t' : 'weren’t'} sent`}
          checked={recovers}
          onChange={(checked) => form.change({ recovers: checked })}
        />
      ) : null}
    </FormDialog>
  );
}
