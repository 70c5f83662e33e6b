'use client';

import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import type { Share } from '#lib/dashboard/shares/shares';
import { formatDate } from '#lib/format/dates';
import { useAction, useFormDialog } from '../../../../use-action';
import { editShareAction } from '../actions';
import { lifetimes, type ShareDraft, ShareFields, toShareOptions } from './share-fields';

interface EditShareDialogProps {
  projectId: string;
  share: Share;
}

/** Dialog that changes the options of a link, whose URL stays the same. */
export function EditShareDialog({ projectId, share }: EditShareDialogProps) {
  const { id, label, hasPassword, expiresAt, showsNotes, allowsDownloads, embedOrigins } = share;
  const toast = useToast();
  const [removesPassword, setRemovesPassword] = useState(false);
  const saving = useAction(editShareAction, () => {
    form.close();
    toast({ title: 'Link saved' });
  });
  const form = useFormDialog<ShareDraft>(
    {
      label,
      showsNotes,
      allowsDownloads,
      password: '',
      lifetime: 'unchanged',
      origins: embedOrigins.join(' '),
    },
    [saving],
  );
  const { values: draft } = form;
  const keepsExpiry = draft.lifetime === 'unchanged';
  const { lifetimeDays, ...options } = toShareOptions(draft);
  const expiryOptions = [
    { value: 'unchanged' as const, label: expiresAt ? `${formatDate(expiresAt)} (unchanged)` : 'Never' },
    ...lifetimes.filter(({ value }) => value !== 'never' || expiresAt !== null),
  ];
  const newPassword = draft.password === '' ? {} : { password: draft.password };
  return (
    <FormDialog
      {...form.dialog}
      onOpenChange={(next) => {
        setRemovesPassword(false);
        form.dialog.onOpenChange(next);
      }}
      title="Edit link"
      description="The URL stays the same. If you set a new password, people who have already opened the link need it too."
      trigger={<Button size="small">Edit</Button>}
      submitLabel="Save link"
      onSubmit={() =>
        saving.run({
          projectId,
          shareId: id,
          ...options,
          ...(keepsExpiry ? {} : { lifetimeDays }),
          ...(hasPassword && removesPassword ? { password: null } : newPassword),
        })
      }
    >
      <ShareFields
        draft={draft}
        change={form.change}
        problem={saving.problem}
        expiryOptions={expiryOptions}
        passwordLabel={
          hasPassword ? 'New password (leave empty to keep the current one)' : 'Password (optional)'
        }
      >
        {hasPassword ? (
          <Checkbox label="Remove the password" checked={removesPassword} onChange={setRemovesPassword} />
        ) : null}
      </ShareFields>
    </FormDialog>
  );
}
