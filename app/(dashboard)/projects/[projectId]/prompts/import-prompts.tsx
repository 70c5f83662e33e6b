'use client';

import { FileUp } from 'lucide-react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import type { ImportPreview } from '#lib/dashboard/prompts/edit-prompts';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { useAction, useFormDialog } from '../../../use-action';
import { CsvInput, LineModeField } from '../../csv-file';
import { SkippedLines } from '../../skipped-lines';
import { importPromptsAction, previewImportAction } from './actions';

interface ImportState {
  file?: { name: string; csv: string };
  preview?: ImportPreview | undefined;
}

const emptyState: ImportState = { file: undefined, preview: undefined };

interface ImportPromptsProps {
  projectId: string;
  /** Null without a schedule. */
  schedule: ScheduleDraft | null;
  /** The number of active prompts. */
  promptCount: number;
}

/** Dialog that previews a CSV of prompts and imports its valid lines. */
export function ImportPrompts({ projectId, schedule, promptCount }: ImportPromptsProps) {
  const toast = useToast();
  const check = useAction(previewImportAction, (preview) => form.change({ preview }));
  const importing = useAction(importPromptsAction, ({ added, restored, existing }) => {
    form.close();
    toast({
      title: `${formatPlural(added + restored, 'prompt')} imported`,
      description:
        existing > 0
          ? `${formatPlural(existing, 'prompt')} already existed.`
          : schedule
            ? 'They’ll be sent starting with the next run.'
            : 'Next, choose engines and countries under Schedule.',
    });
  });
  const form = useFormDialog(emptyState, [check, importing]);
  const { file, preview } = form.values;
  const newCount = preview ? preview.validCount - preview.existingCount : 0;
  return (
    <FormDialog
      {...form.dialog}
      title="Import prompts"
      description="A CSV file with the columns prompt, topic, tags (separated by |) and language. Only prompt is required."
      trigger={<Button Icon={FileUp}>Import CSV</Button>}
      submitLabel={newCount > 0 ? `Import ${formatPlural(newCount, 'prompt')}` : 'Import'}
      onSubmit={() =>
        file && importing.run({ projectId, csv: file.csv, lineMode: preview?.lineMode ?? undefined })
      }
      disabled={newCount === 0}
    >
      <CsvInput
        className="flex justify-center gap-2 rounded-lg border-dashed border-control px-4 py-5"
        onRead={(csv, name) => {
          form.change({ file: { name, csv }, preview: undefined });
          check.run({ projectId, csv });
        }}
      >
        {file ? `${file.name} · change file` : 'Choose file'}
      </CsvInput>
      {check.busy ? (
        <p className="text-muted" role="status">
          Reading the file…
        </p>
      ) : null}
      {file && preview?.lineMode ? (
        <LineModeField
          lineMode={preview.lineMode}
          onChange={(lineMode) => check.run({ projectId, csv: file.csv, lineMode })}
        />
      ) : null}
      {file && preview ? (
        <SkippedLines
          errors={preview.errors}
          header={preview.header}
          fileName={file.name}
          validCount={preview.validCount}
        />
      ) : null}
      {preview && preview.validCount > 0 ? <ImportPreviewTable preview={preview} /> : null}
      {schedule && newCount > 0 ? (
        <p role="status">
          {describeNewCost(schedule, { before: promptCount, after: promptCount + newCount })}
        </p>
      ) : null}
    </FormDialog>
  );
}

/** Describes the cost: "The schedule will cost 1,240 credits per month instead of 1,200." */
function describeNewCost(schedule: ScheduleDraft, prompts: { before: number; after: number }): string {
  const getCost = (promptCount: number) =>
    formatCount(calculateScheduleCost({ ...schedule, promptCount }).creditsPerMonth);
  return `The schedule will cost ${getCost(prompts.after)} credits per month instead of ${getCost(prompts.before)}.`;
}

function ImportPreviewTable({ preview: { prompts, validCount, existingCount } }: { preview: ImportPreview }) {
  const hasTags = prompts.some(({ tags }) => tags.length > 0);
  const hasLanguages = new Set(prompts.map(({ language }) => language)).size > 1;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted" role="status">
        {formatPlural(validCount - existingCount, 'new prompt')}
        {existingCount > 0 ? `, ${formatCount(existingCount)} already in the project` : ''}.
      </p>
      <DataTable
        label="Prompts in the file"
        className="max-h-72 overflow-y-auto"
        rows={prompts}
        getKey={({ line }) => String(line)}
        rowClassName={(prompt) => prompt.exists && 'text-faint'}
        columns={[
          {
            head: 'Prompt',
            cell: ({ text, exists }) => (
              <>
                {text} {exists ? <Chip>Already exists</Chip> : null}
              </>
            ),
          },
          { head: 'Topic', className: 'text-muted', cell: ({ topic }) => topic },
          hasTags ? { head: 'Tags', className: 'text-muted', cell: ({ tags }) => tags.join(', ') } : null,
          hasLanguages
            ? { head: 'Language', className: 'text-muted', cell: ({ language }) => language }
            : null,
        ]}
      />
      {validCount > prompts.length ? (
        <p className="text-xs text-muted">
          Showing the first {prompts.length} of {formatCount(validCount)} prompts.
        </p>
      ) : null}
    </div>
  );
}
