'use client';

import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { PartState } from '#components/answers/part-state';
import { usePart } from '#components/answers/use-part';
import { Button } from '#components/ui/button';

interface AnswerRawProps {
  answerId: string;
  load: (answerId: string) => Promise<string | null>;
}

/** The engine's result as received, to read, copy or take away. */
export function AnswerRaw({ answerId, load }: AnswerRawProps) {
  const part = usePart(answerId, load);
  const [copied, setCopied] = useState<'yes' | 'refused'>();
  if (typeof part.value !== 'string') return <PartState part={part} gone="This answer is no longer there." />;
  const json = part.value;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(json);
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
  };
  const save = () => {
    const address = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `answer-${answerId}.json`;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={copy}>
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied === 'yes' ? 'Copied' : 'Copy'}
        </Button>
        <Button size="small" onClick={save}>
          <Download aria-hidden />
          Download
        </Button>
        <p role="status" className="text-xs text-muted">
          {copied === 'refused'
            ? 'The browser did not allow copying. Select the text and copy it by hand.'
            : null}
        </p>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {json}
      </pre>
    </div>
  );
}
