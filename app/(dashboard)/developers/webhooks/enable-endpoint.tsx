'use client';

import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { defineMessages } from '#lib/core/messages';
import type { EndpointListing } from '#lib/service/webhooks/endpoints';
import { enableEndpointAction } from './actions';
import { describeRecovery } from './recover-deliveries';

const messages = defineMessages({
  recover:
    'Send the {recoverable, plural, one {# delivery that failed or wasn’t sent} other {# deliveries that failed or weren’t sent}}',
});

interface EnableEndpointProps extends Pick<EndpointListing, 'id' | 'label' | 'recoverable'> {
  /** Reason why the member can't enable endpoints; null if they can. */
  denial: string | null;
}

/** Dialog that enables an endpoint again and, if chosen, sends its deliveries that failed or were not sent. */
export function EnableEndpoint({ id, label, recoverable, denial }: EnableEndpointProps) {
  const toast = useToast();
  const form = useFormDialog({
    stored: { recovers: true },
    save: ({ recovers }) =>
      enableEndpointAction({
        endpointId: id,
        ...(recovers && recoverable > 0 ? { recoverSince: new Date(0) } : {}),
      }),
    onSaved: (recovery) =>
      toast({ title: 'Endpoint enabled', ...(recovery && { description: describeRecovery(recovery) }) }),
  });
  return (
    <FormDialog
      {...form.dialog}
      title="Enable endpoint"
      description={label}
      trigger={
        <Button size="small" denial={denial} aria-label={`Enable ${label}`}>
          Enable
        </Button>
      }
      submitLabel="Enable endpoint"
    >
      <p className="text-muted">
        New deliveries will be sent to this endpoint. Fix it first: it’s disabled again if every delivery
        fails for another five days.
      </p>
      {recoverable > 0 ? (
        <Checkbox
          label={messages.recover({ recoverable })}
          checked={form.values.recovers}
          onChange={(checked) => form.change({ recovers: checked })}
        />
      ) : null}
    </FormDialog>
  );
}
