'use client';

import { RotateCw } from 'lucide-react';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../../../../use-action';
import { resendDeliveryAction } from '../../actions';

/** A button that sends a delivery again. The delivery must not be pending. */
export function ResendDelivery({ deliveryId }: { deliveryId: string }) {
  const resend = useAction(resendDeliveryAction);
  return (
    <>
      <ErrorNotice problem={resend.problem} />
      <Button Icon={RotateCw} busy={resend.busy} onClick={() => resend.run({ deliveryId })}>
        Resend delivery
      </Button>
    </>
  );
}
