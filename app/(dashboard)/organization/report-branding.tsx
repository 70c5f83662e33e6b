'use client';

import type { ChangeEvent } from 'react';
import { Button } from '#components/ui/button';
import { FileField, TextField } from '#components/ui/field';
import { Form, SavedMessage } from '#components/ui/form';
import type { Branding } from '#lib/dashboard/reports/branding';
import { useForm } from '../use-form';
import { saveBrandingAction } from './actions';

interface ReportBrandingProps {
  branding: Branding;
  /** Reason why the member can't change the branding; null if they can. */
  denial: string | null;
}

const defaultColor = '#0b6e69';

/** More than a logo may have, so that the server rejects what is longer. */
const maxReadBytes = 200_000;

/** Logo, color and footer of the organization's reports. */
export function ReportBranding({ branding, denial }: ReportBrandingProps) {
  const { form, values, change, getError, field, saved } = useForm({
    stored: branding,
    save: (draft) => saveBrandingAction(draft),
  });
  const readLogo = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again after it was removed.
    target.value = '';
    const bytes = new Uint8Array((await file?.slice(0, maxReadBytes).arrayBuffer()) ?? []);
    if (bytes.length > 0)
      change({ logoPng: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) });
  };
  return (
    <Form
      {...form}
      className="flex max-w-sm flex-col gap-4"
      denial={denial}
      submitLabel="Save branding"
      aside={<SavedMessage isSaved={saved !== undefined} />}
    >
      {values.logoPng ? (
        <div className="flex items-center justify-between gap-4">
          {/* biome-ignore lint/performance/noImgElement: a small picture that is part of the page */}
          <img src={`data:image/png;base64,${values.logoPng}`} alt="Logo" className="max-h-12 max-w-48" />
          <Button onClick={() => change({ logoPng: null })}>Remove logo</Button>
        </div>
      ) : null}
      <FileField
        label="Logo"
        accept="image/png"
        hint="PNG, at most 100 kB and 1,200 by 1,200 pixels."
        onChange={readLogo}
        error={getError('logoPng')}
      >
        {values.logoPng ? 'Choose another file' : 'Choose file'}
      </FileField>
      <TextField
        {...field('accentColor')}
        label="Color"
        type="color"
        className="w-24"
        value={values.accentColor ?? defaultColor}
      />
      <TextField {...field('footer')} label="Footer" maxLength={200} />
    </Form>
  );
}
