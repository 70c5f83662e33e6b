'use client';

import { FileUp } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button';
import { FormDialog } from '#components/ui/form-dialog';
import { Notice } from '#components/ui/notice';
import { useToast } from '#components/ui/toast';
import type { ImportPreview } from '#lib/dashboard/prompts/preview-import';
import { useAction } from '../../../use-action';
import { readTextFile, tooLarge } from '../../read-text-file';
import { WholeLines } from '../../whole-lines';
import { importPromptsAction, previewImportAction } from './actions';
import { ImportPreviewTable } from './import-preview-table';

/** Imports a CSV: choose a file, see line by line what it would do, then import it whole or not at all. */
export function ImportPrompts({ projectId }: { projectId: string }) {
  const toast = useToast();
  const inputId = useId();
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<{ name: string; csv: string } | undefined>();
  const [isTooLarge, setTooLarge] = useState(false);
  const [preview, setPreview] = useState<ImportPreview | undefined>();
  const look = useAction(previewImportAction, setPreview);
  const load = useAction(importPromptsAction, ({ added, restored, present }) => {
    setOpen(false);
    toast({
      title: `${added + restored} ${added + restored === 1 ? 'prompt' : 'prompts'} imported`,
      description:
        present > 0
          ? `${present} stood there already and ${present === 1 ? 'was' : 'were'} left alone.`
          : 'Next, choose engines and countries under Schedule.',
    });
  });

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = '';
    if (!chosen) return;
    setPreview(undefined);
    const csv = await readTextFile(chosen);
    setTooLarge(csv === null);
    if (csv === null) return;
    setFile({ name: chosen.name, csv });
    look.run(projectId, csv);
  };
  const openFresh = (next: boolean) => {
    setOpen(next);
    if (next) {
      setFile(undefined);
      setPreview(undefined);
      setTooLarge(false);
      look.clear();
      load.clear();
    }
  };
  const fresh = preview?.prompts.filter((prompt) => !prompt.present).length ?? 0;
  const ready = preview !== undefined && preview.problems.length === 0 && fresh > 0;
  return (
    <FormDialog
      title="Import prompts"
      description="A CSV with the columns prompt, topic, tags (with | between) and language; only prompt is needed."
      open={open}
      onOpenChange={openFresh}
      trigger={
        <Button>
          <FileUp aria-hidden />
          Import a CSV
        </Button>
      }
      submit={fresh > 0 ? `Import ${fresh} ${fresh === 1 ? 'prompt' : 'prompts'}` : 'Import'}
      onSubmit={() => file && load.run(projectId, file.csv, preview?.unnamed === 'whole')}
      busy={load.busy}
      disabled={!ready}
      problem={(look.problem ?? load.problem)?.message}
    >
      <label
        htmlFor={inputId}
        className="flex cursor-pointer items-center justify-center gap-2 rounded-lg border border-dashed border-control px-4 py-5 font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
      >
        <FileUp className="size-4 text-muted" aria-hidden />
        {file ? `${file.name} · choose another file` : 'Choose a file'}
        <input id={inputId} type="file" accept=".csv,.tsv,text/csv" className="sr-only" onChange={choose} />
      </label>
      {isTooLarge ? <Notice tone="danger">{tooLarge}</Notice> : null}
      {look.busy ? (
        <p className="text-muted" role="status">
          Reading the file…
        </p>
      ) : null}
      {file && preview?.unnamed ? (
        <WholeLines
          whole={preview.unnamed === 'whole'}
          onChange={(whole) => look.run(projectId, file.csv, whole)}
        />
      ) : null}
      {preview ? <ImportPreviewTable preview={preview} /> : null}
    </FormDialog>
  );
}
