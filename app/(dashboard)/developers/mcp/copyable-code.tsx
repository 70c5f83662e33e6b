'use client';

import { useCopyButton } from '#components/ui/copy-secret';
import { CodeBlock } from '../webhooks/code-block';

interface CopyableCodeProps {
  label: string;
  code: string;
}

/** Code with a button that copies it. */
export function CopyableCode({ label, code }: CopyableCodeProps) {
  const { button, error } = useCopyButton(code);
  return (
    <div className="flex max-w-4xl flex-col gap-2">
      <CodeBlock label={label}>{code}</CodeBlock>
      <div>{button}</div>
      {error ? (
        <p role="status" className="text-xs text-muted">
          {error}
        </p>
      ) : null}
    </div>
  );
}
