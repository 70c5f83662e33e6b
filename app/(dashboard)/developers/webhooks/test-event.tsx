'use client';

import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { useAction, useFormDialog } from '../../use-action';
import { sendTestEventAction } from './actions';

/** Dialog that sends a test event to a URL and opens its delivery. */
export function SendTestEvent() {
  const router = useRouter();
  const send = useAction(sendTestEventAction, ({ deliveryId }) => {
    form.close();
    router.push(`/developers/webhooks/deliveries/${deliveryId}`);
  });
  const form = useFormDialog({ url: '' }, [send]);
  return (
    <FormDialog
      {...form.dialog}
      title="Send test event"
      description="Sends a sample task once. It’s signed if signing is enabled. It’s marked by the header X-Svc-Test and by “test”: true in the body."
      trigger={<Button Icon={Send}>Send test event</Button>}
      submitLabel="Send test event"
      onSubmit={() => send.run({ url: form.values.url })}
    >
      <TextField
        {...form.field('url')}
        label="URL"
        hint="A public http or https URL."
        placeholder="https://"
        type="url"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </FormDialog>
  );
}
