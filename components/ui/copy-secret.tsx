'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button';

interface CopySecretProps {
  /** Such as "API key" or "Link". */
  label: string;
  value: string;
  /** Shown below it; by default that it is shown only once. */
  note?: string;
}

/** A secret shown once, to be copied now. */
export function CopySecret({ label, value, note }: CopySecretProps) {
  const [copied, setCopied] = useState(false);
  const [problem, setProblem] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      setProblem(false);
    } catch {
      setProblem(true);
    }
  };
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">{label}</span>
      <div className="flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate font-mono text-xs select-all" title={value}>
          {value}
        </code>
        <Button size="small" onClick={copy}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="text-xs text-muted" role="status">
        {problem
          ? 'Copying failed. Select the text and copy it manually.'
          : (note ?? 'It’s shown only once. Copy it now and keep it safe.')}
      </p>
    </div>
  );
}
