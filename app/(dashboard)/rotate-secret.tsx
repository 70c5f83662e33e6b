'use client';

import type { ReactNode } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { parseCount } from '#lib/core/numbers';
import type { ActionResult } from './create-action';
import { useFormDialog } from './use-form';

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
  const form = useFormDialog({
    stored: { overlapDays: String(defaultOverlapDays) },
    save: (values) => rotate(parseCount(values.overlapDays)),
    onSaved: onRotated,
    showsResult: () => true,
  });
  return (
    <FormDialog
      {...form.dialog}
      title={title}
      description={description}
      trigger={trigger}
      submitLabel={submitLabel}
      isDestructive={parseCount(form.values.overlapDays) === 0}
      outcome={form.saved ? <CopySecret label={secretLabel} value={form.saved.value} /> : null}
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
