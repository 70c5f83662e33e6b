'use client';

import { type ReactNode, useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { parseCount } from '#lib/format/numbers';
import type { ActionResult } from './create-action';
import { useAction, useFormDialog } from './use-action';

interface RotateSecretProps {
  description: string;
  trigger: ReactNode;
  /** Replaces the secret. Returns the new one. */
  rotate: (overlapDays: number) => Promise<ActionResult<string>>;
  /** Whether the overlap of the last rotation hasn’t ended. */
  hasOverlap: boolean;
  onRotated?: () => void;
}

/** Dialog that replaces a signing secret and shows the new one once. */
export function RotateSecret({ description, trigger, rotate, hasOverlap, onRotated }: RotateSecretProps) {
  const [secret, setSecret] = useState<string>();
  const rotating = useAction(rotate, (next) => {
    setSecret(next);
    onRotated?.();
  });
  const form = useFormDialog({ overlapDays: '3' }, [rotating]);
  return (
    <FormDialog
      {...form.dialog}
      title="Rotate signing secret"
      description={description}
      onOpenChange={(open) => {
        form.dialog.onOpenChange(open);
        setSecret(undefined);
      }}
      trigger={trigger}
      submitLabel="Rotate secret"
      isDestructive
      onSubmit={() => rotating.run(parseCount(form.values.overlapDays))}
      outcome={secret ? <CopySecret label="New signing secret" value={secret} /> : null}
    >
      <TextField
        {...form.field('overlapDays')}
        label="Overlap in days"
        hint="From 0 to 30. With 0, the previous secret becomes invalid immediately."
        inputMode="numeric"
        autoComplete="off"
      />
      {hasOverlap ? (
        <p className="text-muted">
          The overlap of the last rotation hasn’t ended. If you rotate now, the secret that it replaced
          becomes invalid immediately.
        </p>
      ) : null}
    </FormDialog>
  );
}
