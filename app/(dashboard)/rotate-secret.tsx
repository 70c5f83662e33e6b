'use client';

import { type ReactNode, useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { parseCount } from '#lib/format/numbers';
import type { ActionResult } from './create-action';
import { useAction, useFormDialog } from './use-action';

interface RotateSecretProps {
  title?: string;
  description: string;
  trigger: ReactNode;
  submitLabel?: string;
  /** The label of the new secret. */
  secretLabel?: string;
  defaultOverlapDays?: number;
  /** Replaces the secret. Returns the new one. */
  rotate: (overlapDays: number) => Promise<ActionResult<string>>;
  /** True during the overlap of the last rotation, which a new rotation ends. */
  hasOverlap?: boolean;
  onRotated?: () => void;
}

/**
 * Dialog that replaces a secret, by default a signing secret, and shows the new one once. During the overlap, the previous
 * one stays valid.
 */
export function RotateSecret({
  title = 'Rotate signing secret',
  description,
  trigger,
  submitLabel = 'Rotate secret',
  secretLabel = 'New signing secret',
  defaultOverlapDays = 3,
  rotate,
  hasOverlap = false,
  onRotated,
}: RotateSecretProps) {
  const [secret, setSecret] = useState<string>();
  const rotating = useAction(rotate, (next) => {
    setSecret(next);
    onRotated?.();
  });
  const form = useFormDialog({ overlapDays: String(defaultOverlapDays) }, [rotating]);
  const overlapDays = parseCount(form.values.overlapDays);
  return (
    <FormDialog
      {...form.dialog}
      title={title}
      description={description}
      onOpenChange={(open) => {
        form.dialog.onOpenChange(open);
        setSecret(undefined);
      }}
      trigger={trigger}
      submitLabel={submitLabel}
      isDestructive={overlapDays === 0}
      onSubmit={() => rotating.run(overlapDays)}
      outcome={secret ? <CopySecret label={secretLabel} value={secret} /> : null}
    >
      <TextField
        {...form.field('overlapDays')}
        label="Overlap in days"
        hint={`From 0 to 30. With 0, the ${secretLabel.replace('New', 'previous')} becomes invalid immediately.`}
        inputMode="numeric"
        autoComplete="off"
      />
      {hasOverlap ? (
        <p className="text-muted">
          The overlap of the last rotation hasn’t ended, so the secret before the current one is still valid.
          If you rotate now, it becomes invalid immediately.
        </p>
      ) : null}
    </FormDialog>
  );
}
