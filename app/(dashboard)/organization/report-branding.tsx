'use client';

import { type ChangeEvent, useState } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { Button } from '#components/ui/button';
import { FileField, TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import type { Branding } from '#lib/dashboard/reports/branding';
import { getFieldMessage, useAction } from '../use-action';
import { saveBrandingAction } from './actions';

interface ReportBrandingProps {
  branding: Branding;
  /** Reason why the member can't change the branding; null if they can. */
  denial: string | null;
}

const defaultColor = '#0b6e69';

/** Logo, color and footer of the organization's reports. */
export function ReportBranding({ branding, denial }: ReportBrandingProps) {
  const [values, setValues] = useState(branding);
  const [isSaved, setSaved] = useState(false);
  const saving = useAction(saveBrandingAction, () => setSaved(true));
  const { problem } = saving;
  const change = (part: Partial<Branding>) => {
    setSaved(false);
    setValues((before) => ({ ...before, ...part }));
  };
  const readLogo = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again after it was removed.
    target.value = '';
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
    if (bytes.length > 0)
      change({ logoPng: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) });
  };
  return (
    <form
      method="post"
      className="flex max-w-sm flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        saving.run(values);
      }}
    >
      <ErrorNotice problem={problem?.fields.length === 0 ? problem : undefined} />
      {values.logoPng ? (
        <div className="flex items-center justify-between gap-4">
          {/* biome-ignore lint/performance/noImgElement: a small picture that is part of the page */}
          <img src={`data:image/png;base64,${values.logoPng}`} alt="Logo" className="max-h-12 max-w-48" />
          {denial === null ? (
            <Button onClick={() => change({ logoPng: null })}>Remove logo</Button>
          ) : (
            <DeniedButton reason={denial}>Remove logo</DeniedButton>
          )}
        </div>
      ) : null}
      <FileField
        label="Logo"
        accept="image/png"
        hint="PNG, at most 100 kB and 1,200 by 1,200 pixels."
        disabled={denial !== null}
        onChange={readLogo}
        error={getFieldMessage(problem, 'logoPng')}
      >
        {values.logoPng ? 'Choose another file' : 'Choose file'}
      </FileField>
      <TextField
        label="Color"
        type="color"
        className="w-24"
        disabled={denial !== null}
        value={values.accentColor ?? defaultColor}
        onChange={(event) => change({ accentColor: event.target.value })}
        error={getFieldMessage(problem, 'accentColor')}
      />
      <TextField
        label="Footer"
        maxLength={200}
        disabled={denial !== null}
        value={values.footer}
        onChange={(event) => change({ footer: event.target.value })}
        error={getFieldMessage(problem, 'footer')}
      />
      {denial === null ? (
        <div className="flex items-center gap-3">
          <Button type="submit" busy={saving.busy}>
            Save branding
          </Button>
          <span role="status" className="text-muted">
            {isSaved ? 'Saved.' : ''}
          </span>
        </div>
      ) : (
        <div>
          <DeniedButton reason={denial}>Save branding</DeniedButton>
        </div>
      )}
    </form>
  );
}
