'use client';

import { FileUp } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { CsvInput, getParseOptions, ParseOptionsFields } from '#app/(dashboard)/projects/csv-file.tsx';
import { formatLines, SkippedLines } from '#app/(dashboard)/projects/skipped-lines.tsx';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { formatItems, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount } from '#lib/core/numbers';
import type { ImportPreview, ImportResult } from '#lib/dashboard/prompts/import-prompts';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { importPromptsAction, previewImportAction } from './actions';

interface ImportState {
  file?: { name: string; csv: string };
  preview?: ImportPreview | undefined;
}

const emptyState: ImportState = { file: undefined, preview: undefined };

const OpenDialogContext = createContext<() => void>(() => undefined);

interface ImportPromptsButtonProps {
  /** Reason why the member can't import prompts; null if they can. */
  denial: string | null;
}

/** Button that opens the dialog of `ImportPrompts`. */
export function ImportPromptsButton({ denial }: ImportPromptsButtonProps) {
  return (
    <Button Icon={FileUp} denial={denial} aria-haspopup="dialog" onClick={useContext(OpenDialogContext)}>
      Import CSV
    </Button>
  );
}

interface ImportPromptsProps {
  projectId: string;
  /** Null without a schedule. */
  schedule: ScheduleDraft | null;
  /** The number of active prompts. */
  promptCount: number;
  /** The page. The dialog is rendered outside of it, so that an import that changes the page does not close the dialog. */
  children: ReactNode;
}

/** Dialog that previews a CSV of prompts, imports its valid rows and lists the others. */
export function ImportPrompts({ projectId, schedule, promptCount, children }: ImportPromptsProps) {
  const toast = useToast();
  const check = useAction(previewImportAction, (preview) => form.change({ preview }));
  const form = useFormDialog({
    stored: emptyState,
    actions: [check],
    save: ({ file, preview }) =>
      importPromptsAction({
        projectId,
        csv: file?.csv ?? '',
        ...(preview && { options: getParseOptions(preview) }),
      }),
    showsResult: ({ skippedLines }) => skippedLines > 0,
    onSaved: ({ added, restored, existing, skippedLines }) => {
      if (skippedLines > 0) return;
      toast({
        title: messages.importedTitle({ imported: added + restored }),
        description: existing > 0 ? messages.existing({ existing }) : describeNextStep(schedule),
      });
    },
  });
  const { file, preview } = form.values;
  const result = form.saved?.value;
  const newCount = preview ? preview.validCount - preview.existingCount : 0;
  const skippedLines =
    file && preview ? (
      <SkippedLines
        errors={preview.errors}
        header={preview.header}
        fileName={file.name}
        validCount={preview.validCount}
      />
    ) : null;
  const dialog = (
    <FormDialog
      {...form.dialog}
      title="Import prompts"
      description={
        result
          ? undefined
          : 'A CSV file with the columns prompt, topic, tags (separated by |) and language. Only prompt is required; a missing language is detected.'
      }
      outcome={
        result ? (
          <div className="flex flex-col gap-4">
            <p role="status">{describeResult(result)}</p>
            {skippedLines}
          </div>
        ) : null
      }
      submitLabel={messages.import({ prompts: newCount })}
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
      {file && preview ? (
        <ParseOptionsFields
          file={preview}
          onChange={(options) => check.run({ projectId, csv: file.csv, options })}
        />
      ) : null}
      {skippedLines}
      {preview && preview.validCount > 0 ? <ImportPreviewTable preview={preview} /> : null}
      {schedule && newCount > 0 ? (
        <p role="status">
          {describeNewCost(schedule, { before: promptCount, after: promptCount + newCount })}
        </p>
      ) : null}
    </FormDialog>
  );
  return (
    <OpenDialogContext value={() => form.dialog.onOpenChange(true)}>
      {children}
      {dialog}
    </OpenDialogContext>
  );
}

const messages = defineMessages({
  importedTitle: '{imported, plural, one {# prompt} other {# prompts}} imported',
  import: 'Import{prompts, plural, =0 {} one { # prompt} other { # prompts}}',
  found:
    '{added, plural, one {# new prompt} other {# new prompts}}{existing, plural, =0 {} other {, # already in the project}}.',
  imported: '{imported, plural, one {# prompt} other {# prompts}} imported.',
  existing: '{existing, plural, one {# prompt} other {# prompts}} already existed.',
  skipped: '{skipped, plural, one {# row was} other {# rows were}} skipped.',
});

/** Describes the result: "37 prompts imported. 3 rows were skipped." */
function describeResult({ added, restored, existing, skippedLines }: ImportResult): string {
  return joinSentences([
    messages.imported({ imported: added + restored }),
    existing > 0 ? messages.existing({ existing }) : null,
    messages.skipped({ skipped: skippedLines }),
  ]);
}

function describeNextStep(schedule: ScheduleDraft | null): string {
  if (!schedule) return 'Next, choose engines and countries under Schedule.';
  return schedule.enabled
    ? 'New prompts are sent starting with the next run.'
    : 'The schedule is paused. Resume it to send new prompts.';
}

/** Describes the cost: "The schedule will cost up to 1,240 credits per month instead of 1,200." */
function describeNewCost(schedule: ScheduleDraft, prompts: { before: number; after: number }): string {
  const getCost = (promptCount: number) =>
    formatCount(calculateScheduleCost({ ...schedule, promptCount }).creditsPerMonth);
  const subject = schedule.enabled
    ? 'The schedule will'
    : 'The schedule is paused. When it’s resumed, it will';
  return `${subject} cost up to ${getCost(prompts.after)} credits per month instead of ${getCost(prompts.before)}.`;
}

function ImportPreviewTable({ preview: { prompts, validCount, existingCount } }: { preview: ImportPreview }) {
  const hasTags = prompts.some(({ tags }) => tags.length > 0);
  const hasLanguages = new Set(prompts.map(({ language }) => language)).size > 1;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted" role="status">
        {messages.found({ added: validCount - existingCount, existing: existingCount })}
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
            cell: ({ text, exists, line, lastLine }) => (
              <>
                {text} {line < lastLine ? <Chip>{formatLines(line, lastLine)}</Chip> : null}{' '}
                {exists ? <Chip>Already exists</Chip> : null}
              </>
            ),
          },
          { head: 'Topic', className: 'text-muted', cell: ({ topic }) => topic },
          hasTags ? { head: 'Tags', className: 'text-muted', cell: ({ tags }) => formatItems(tags) } : null,
          hasLanguages
            ? { head: 'Language', className: 'text-muted', cell: ({ language }) => language ?? 'Detected' }
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
