'use client';

import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { formatDate } from '#lib/core/dates';
import type { Share } from '#lib/dashboard/shares/shares';
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
  const stored: ShareDraft & { removesPassword: boolean } = {
    label,
    showsNotes,
    allowsDownloads,
    password: '',
    lifetime: 'unchanged',
    origins: embedOrigins.join(' '),
    removesPassword: false,
  };
  const form = useFormDialog({
    stored,
    save: ({ removesPassword, ...draft }) => {
      const { lifetimeDays, ...options } = toShareOptions(draft);
      const newPassword = draft.password === '' ? {} : { password: draft.password };
      return editShareAction({
        projectId,
        shareId: id,
        ...options,
        ...(draft.lifetime === 'unchanged' ? {} : { lifetimeDays }),
        ...(hasPassword && removesPassword ? { password: null } : newPassword),
      });
    },
    onSaved: () => toast({ title: 'Link saved' }),
  });
  const expiryOptions = [
    { value: 'unchanged' as const, label: expiresAt ? `${formatDate(expiresAt)} (unchanged)` : 'Never' },
    ...lifetimes.filter(({ value }) => value !== 'never' || expiresAt !== null),
  ];
  return (
    <FormDialog
      {...form.dialog}
      title="Edit link"
      description="The URL stays the same. If you set a new password, people who have already opened the link need it too."
      trigger={<Button size="small">Edit</Button>}
      submitLabel="Save link"
    >
      <ShareFields
        {...form.fields}
        expiryOptions={expiryOptions}
        passwordLabel={
          hasPassword ? 'New password (leave empty to keep the current one)' : 'Password (optional)'
        }
      >
        {hasPassword ? (
          <Checkbox
            label="Remove the password"
            checked={form.values.removesPassword}
            onChange={(removesPassword) => form.change({ removesPassword })}
          />
        ) : null}
      </ShareFields>
    </FormDialog>
  );
}
