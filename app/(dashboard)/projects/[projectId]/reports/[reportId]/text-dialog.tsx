'use client';

import { useState } from 'react';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextArea } from '#components/ui/field';
import { findUnknownVariable, variableNames } from '#lib/core/report-variables';

interface TextDialogProps {
  markdown: string;
  onSave: (markdown: string) => void;
}

/** Dialog that edits the Markdown of a text block, with variables to insert. */
export function TextDialog({ markdown, onSave }: TextDialogProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(markdown);
  const unknown = findUnknownVariable(text);
  return (
    <Dialog
      title="Edit text"
      description="Write Markdown. Variables such as {{visibility}} show their current value."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setText(markdown);
      }}
      trigger={<Button size="small">Edit text</Button>}
      actions={
        <Button
          kind="primary"
          disabled={unknown !== undefined}
          onClick={() => {
            onSave(text);
            setOpen(false);
          }}
        >
          Save text
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <TextArea
          label="Text"
          rows={12}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={unknown === undefined ? undefined : `Unknown variable “${unknown}”. Choose one below.`}
        />
        <section aria-label="Variables">
          <h3 className="mb-1 text-xs font-medium text-muted">Insert a variable</h3>
          <div className="flex flex-wrap gap-1">
            {variableNames.map((name) => (
              <Button
                key={name}
                size="small"
                kind="quiet"
                onClick={() => setText((before) => `${before}{{${name}}}`)}
              >
                {name}
              </Button>
            ))}
          </div>
        </section>
      </div>
    </Dialog>
  );
}
