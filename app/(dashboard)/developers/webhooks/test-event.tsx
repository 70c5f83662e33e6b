'use client';

import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { sendTestEventAction } from './actions';

interface SendTestEventProps {
  /** Reason why the member can't send test events; null if they can. */
  denial: string | null;
}

/** Dialog that sends a test event to a URL and opens its delivery. */
export function SendTestEvent({ denial }: SendTestEventProps) {
  const router = useRouter();
  const form = useFormDialog({
    stored: { url: '' },
    save: (values) => sendTestEventAction(values),
    onSaved: ({ deliveryId }) => router.push(`/developers/webhooks/deliveries/${deliveryId}`),
  });
  return (
    <FormDialog
      {...form.dialog}
      title="Send test event"
      description="Sends a sample task once. It’s signed if signing is enabled. It’s marked by the header X-Svc-Test and by “test”: true in the body."
      trigger={
        <Button Icon={Send} denial={denial}>
          Send test event
        </Button>
      }
      submitLabel="Send test event"
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
