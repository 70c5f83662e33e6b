'use client';

import { RotateCw } from 'lucide-react';
import { resendDeliveryAction } from '#app/(dashboard)/developers/webhooks/actions.ts';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';

interface ResendDeliveryProps {
  deliveryId: string;
  /** Reason why the member can't resend deliveries; null if they can. */
  denial: string | null;
}

/** A button that sends a delivery again. The delivery must not be pending. */
export function ResendDelivery({ deliveryId, denial }: ResendDeliveryProps) {
  const resend = useAction(resendDeliveryAction);
  return (
    <>
      <ErrorNotice problem={resend.problem} />
      <Button Icon={RotateCw} denial={denial} busy={resend.busy} onClick={() => resend.run({ deliveryId })}>
        Resend delivery
      </Button>
    </>
  );
}
