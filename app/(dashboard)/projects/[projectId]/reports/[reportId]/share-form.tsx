'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import type { FieldError } from '#lib/core/errors';
import type { ShareInput } from '#lib/dashboard/shares/shares';
import { type ShareDraft, ShareFields, toShareOptions } from './share-fields';

const emptyDraft: ShareDraft = {
  label: '',
  lifetime: 'never',
  password: '',
  showsNotes: false,
  allowsDownloads: false,
  origins: '',
};

interface ShareFormProps {
  busy: boolean;
  problem: { message: string; fields: FieldError[] } | undefined;
  onCreate: (share: ShareInput) => void;
}

/** Form for the options of a new link. */
export function ShareForm({ busy, problem, onCreate }: ShareFormProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [isOneTime, setOneTime] = useState(false);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const password = draft.password === '' ? null : draft.password;
        onCreate({ ...toShareOptions(draft), password, isOneTime });
      }}
    >
      <ShareFields
        draft={draft}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
        problem={problem}
      >
        <Checkbox
          label="One-time link: works only in the browser that opens it first, for 24 hours from then"
          checked={isOneTime}
          onChange={setOneTime}
        />
      </ShareFields>
      <Button type="submit" kind="primary" busy={busy} className="self-end">
        Create link
      </Button>
    </form>
  );
}
