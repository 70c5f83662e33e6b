'use client';

import { useForm } from '#app/(dashboard)/use-form.ts';
import { Checkbox } from '#components/ui/checkbox';
import { Form } from '#components/ui/form';
import { createShareAction } from '../actions';
import { type ShareDraft, ShareFields, toShareOptions } from './share-fields';

const emptyDraft: ShareDraft & { isOneTime: boolean } = {
  label: '',
  lifetime: 'never',
  password: '',
  showsNotes: false,
  allowsDownloads: false,
  origins: '',
  isOneTime: false,
};

interface ShareFormProps {
  projectId: string;
  reportId: string;
  onCreated: (share: { id: string; token: string }) => void;
}

/** Form for the options of a new link. */
export function ShareForm({ projectId, reportId, onCreated }: ShareFormProps) {
  const { form, values, change, fields } = useForm({
    stored: emptyDraft,
    save: ({ isOneTime, ...draft }) =>
      createShareAction({
        projectId,
        reportId,
        ...toShareOptions(draft),
        password: draft.password === '' ? null : draft.password,
        isOneTime,
      }),
    onSaved: onCreated,
  });
  return (
    <Form {...form} align="end" kind="primary" submitLabel="Create link">
      <ShareFields {...fields}>
        <Checkbox
          label="One-time link: works only in the browser that opens it first, for 24 hours from then"
          checked={values.isOneTime}
          onChange={(isOneTime) => change({ isOneTime })}
        />
      </ShareFields>
    </Form>
  );
}
