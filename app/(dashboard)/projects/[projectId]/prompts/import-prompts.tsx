'use client';

import { FileUp } from 'lucide-react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { Notice } from '#components/ui/notice';
import type { ImportPreview } from '#lib/dashboard/prompts/edit-prompts';
import { formatPlural } from '#lib/format/numbers';
import { useAction, useFormDialog } from '../../../use-action';
import { CsvInput, LineModeField } from '../../csv-file';
import { importPromptsAction, previewImportAction } from '../actions';

interface ImportState {
  file?: { name: string; csv: string };
  preview?: ImportPreview | undefined;
}

const emptyState: ImportState = { file: undefined, preview: undefined };

/** Dialog that previews a CSV of prompts and imports all of them, or none if a line has an error. */
export function ImportPrompts({ projectId }: { projectId: string }) {
  const toast = useToast();
  const check = useAction(previewImportAction, (preview) => form.change({ preview }));
  const importing = useAction(importPromptsAction, ({ added, restored, existing }) => {
    form.close();
    toast({
      title: `${formatPlural(added + restored, 'prompt')} imported`,
      description:
        existing > 0 ? `${existing} already existed.` : 'Next, choose engines and countries under Schedule.',
    });
  });
  const form = useFormDialog(emptyState, [check, importing]);
  const { file, preview } = form.values;
  const newCount = preview?.prompts.filter((prompt) => !prompt.exists).length ?? 0;
  return (
    <FormDialog
      {...form.dialog}
      title="Import prompts"
      description="A CSV file with the columns prompt, topic, tags (separated by |) and language. Only prompt is required."
      trigger={<Button Icon={FileUp}>Import CSV</Button>}
      submit={newCount > 0 ? `Import ${formatPlural(newCount, 'prompt')}` : 'Import'}
      onSubmit={() =>
        file && importing.run({ projectId, csv: file.csv, lineMode: preview?.lineMode ?? undefined })
      }
      disabled={newCount === 0 || preview?.problems.length !== 0}
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
      {preview ? <ImportPreviewTable preview={preview} /> : null}
    </FormDialog>
  );
}

const maxRows = 50;

function ShownCount({ total }: { total: number }) {
  if (total <= maxRows) return null;
  return (
    <p className="text-xs text-muted">
      {maxRows} of {total} shown.
    </p>
  );
}

function ImportPreviewTable({ preview }: { preview: ImportPreview }) {
  const { prompts, problems } = preview;
  if (problems.length > 0) {
    return (
      <div className="flex flex-col gap-3">
        <Notice tone="danger">
          Nothing was imported because{' '}
          {formatPlural(problems.length, 'line has an error', 'lines have errors')}. Correct the file and
          choose it again.
        </Notice>
        <ul className="flex flex-col gap-1.5">
          {problems.slice(0, maxRows).map((problem) => (
            <li key={`${problem.line} ${problem.message}`} className="flex gap-3">
              <span className="w-16 shrink-0 text-muted">Line {problem.line}</span>
              <span>{problem.message}</span>
            </li>
          ))}
        </ul>
        <ShownCount total={problems.length} />
      </div>
    );
  }
  const existingCount = prompts.filter((prompt) => prompt.exists).length;
  const hasTags = prompts.some(({ tags }) => tags.length > 0);
  const hasLanguages = new Set(prompts.map(({ language }) => language)).size > 1;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted" role="status">
        {prompts.length - existingCount} new
        {existingCount > 0 ? `, ${existingCount} already in the project` : ''}.
      </p>
      <DataTable
        label="Prompts in the file"
        className="max-h-72 overflow-y-auto"
        rows={prompts.slice(0, maxRows)}
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
      <ShownCount total={prompts.length} />
    </div>
  );
}
