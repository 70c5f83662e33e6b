'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button';

/** Returns a button that copies `value`, and an error once the browser has blocked copying. */
export function useCopyButton(value: string) {
  const [state, setState] = useState<'copied' | 'blocked'>();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('blocked'),
    );
  return {
    button: (
      <Button size="small" Icon={state === 'copied' ? Check : Copy} onClick={copy}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
    ),
    error: state === 'blocked' ? 'Copying failed. Select the text and copy it manually.' : null,
  };
}

interface CopySecretProps {
  /** Such as "API key" or "Link". */
  label: string;
  value: string;
  /** Shown below the value; by default, a reminder that the secret is shown only once. */
  note?: string;
}

/** Shows a secret with a button that copies it. */
export function CopySecret({ label, value, note }: CopySecretProps) {
  const { button, error } = useCopyButton(value);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">{label}</span>
      <div className="flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate font-mono text-xs select-all" title={value}>
          {value}
        </code>
        {button}
      </div>
      <p className="text-xs text-muted" role="status">
        {error ?? note ?? 'It’s shown only once. Copy it now and keep it safe.'}
      </p>
    </div>
  );
}
