'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { Select } from '#components/ui/select';
import { type ReportBlock, sectionKinds } from '#lib/dashboard/reports/report-blocks';
import { createBlockId, useEditor } from './editor';
import { labelBlock } from './report-labels';

interface EditorBarProps {
  /** Filters to choose from, as query strings. The first option has the current filters of the report. */
  filterOptions: readonly { filters: string; label: string }[];
}

/** Name and filters of a report in the editor, and a menu that adds blocks to its end. */
export function EditorBar({ filterOptions }: EditorBarProps) {
  const editor = useEditor();
  const [name, setName] = useState(editor?.report.name ?? '');
  const [kind, setKind] = useState<ReportBlock['kind']>('text');
  if (!editor) return null;
  const { blocks, filters, name: savedName } = editor.report;
  const add = () => editor.change({ blocks: [...blocks, createBlock(kind, blocks)] });
  return (
    <div data-print="hide" className="mb-6 flex flex-wrap items-end gap-4 border-y py-4">
      <Form
        className="flex items-end gap-2"
        onSubmit={() => editor.change({ name })}
        busy={editor.busy}
        disabled={name.trim() === savedName}
        submitLabel="Save name"
      >
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Form>
      <Select
        label="Filters"
        options={filterOptions.map(({ label }, index) => ({ value: String(index), label }))}
        value={String(filterOptions.findIndex((option) => option.filters === filters))}
        onChange={(value) => editor.change({ filters: filterOptions[Number(value)]?.filters ?? '' })}
      />
      <div className="flex items-end gap-2">
        <Select
          label="Block"
          options={(['text', 'quotes', ...sectionKinds] as const).map((value) => ({
            value,
            label: labelBlock({ kind: value }),
          }))}
          value={kind}
          onChange={setKind}
        />
        <Button Icon={Plus} busy={editor.busy} onClick={add}>
          Add block
        </Button>
      </div>
    </div>
  );
}

function createBlock(kind: ReportBlock['kind'], blocks: readonly ReportBlock[]): ReportBlock {
  const id = createBlockId(kind, blocks);
  if (kind === 'text') return { id, kind, markdown: '## Heading\n\nText with {{visibility}}.' };
  if (kind === 'quotes') return { id, kind, answerIds: [] };
  return { id, kind, competitorId: null };
}
