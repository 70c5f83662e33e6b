'use client';

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Select } from '#components/ui/select';
import type { ReportBlock } from '#lib/dashboard/reports/report-blocks';
import { useEditor } from './editor';
import { QuotesDialog } from './quotes-dialog';
import { comparingKinds, labelBlock } from './report-labels';
import { TextDialog } from './text-dialog';

interface BlockToolsProps {
  block: ReportBlock;
  competitors: readonly { id: string; name: string }[];
  children: ReactNode;
}

/** A block in the editor, with buttons to move, edit and remove it. */
export function BlockTools({ block, competitors, children }: BlockToolsProps) {
  const editor = useEditor();
  const toast = useToast();
  if (!editor) return children;
  const { blocks } = editor.report;
  const index = blocks.findIndex(({ id }) => id === block.id);
  const label = labelBlock(block);
  const replace = (next: ReportBlock) =>
    editor.change({ blocks: blocks.map((other) => (other.id === block.id ? next : other)) });
  const move = (step: number) => {
    const others = blocks.filter(({ id }) => id !== block.id);
    editor.change({ blocks: others.toSpliced(index + step, 0, block) });
  };
  const remove = () => {
    editor.change({ blocks: blocks.filter(({ id }) => id !== block.id) });
    toast({ title: `“${label}” removed` });
  };
  return (
    <section
      aria-label={`Block ${index + 1}: ${label}`}
      className="mb-4 rounded-lg border border-dashed border-control px-4 pt-2"
    >
      <div data-print="hide" className="mb-3 flex flex-wrap items-center gap-1">
        <span className="mr-auto text-xs font-medium text-muted">{label}</span>
        {block.kind === 'text' ? (
          <TextDialog markdown={block.markdown} onSave={(markdown) => replace({ ...block, markdown })} />
        ) : block.kind === 'quotes' ? (
          <QuotesDialog
            answerIds={block.answerIds}
            onSave={(answerIds) => replace({ ...block, answerIds })}
          />
        ) : comparingKinds.includes(block.kind) && competitors.length > 0 ? (
          <Select
            label="Competitor"
            labelHidden
            options={[
              { value: 'most', label: 'Most mentioned competitor' },
              ...competitors.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={block.competitorId ?? 'most'}
            onChange={(value) => replace({ ...block, competitorId: value === 'most' ? null : value })}
          />
        ) : null}
        <Button
          Icon={ArrowUp}
          kind="quiet"
          size="icon"
          aria-label={`Move “${label}” up`}
          disabled={editor.busy || index <= 0}
          onClick={() => move(-1)}
        />
        <Button
          Icon={ArrowDown}
          kind="quiet"
          size="icon"
          aria-label={`Move “${label}” down`}
          disabled={editor.busy || index >= blocks.length - 1}
          onClick={() => move(1)}
        />
        <Button
          Icon={Trash2}
          kind="quiet"
          size="icon"
          aria-label={`Remove “${label}”`}
          disabled={editor.busy}
          onClick={remove}
        />
      </div>
      {children}
    </section>
  );
}
