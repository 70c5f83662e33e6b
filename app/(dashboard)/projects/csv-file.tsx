'use client';

import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useToast } from '#components/overlays/toast';
import { Checkbox } from '#components/ui/checkbox';
import type { LineMode } from '#lib/dashboard/prompts/parse-prompts-csv';

interface CsvInputProps {
  /** The label. */
  children: ReactNode;
  onRead: (csv: string, fileName: string) => void;
  className?: string;
}

/** Button that reads a CSV file. */
export function CsvInput({
  children,
  onRead,
  className = 'inline-flex h-8 gap-1.5 rounded-md bg-surface px-2.5',
}: CsvInputProps) {
  const toast = useToast();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const readFile = async () => {
    const file = input.current?.files?.[0];
    if (!file || !input.current) return;
    input.current.value = '';
    if (file.size <= maxFileBytes) onRead(await readTextFile(file), file.name);
    else toast({ title: 'The file is larger than 4 MB. Split it and upload the parts.' });
  };
  // A file chosen before hydration fires no change event.
  useEffect(() => {
    void readFile();
  });
  return (
    <label
      htmlFor={id}
      className={`cursor-pointer items-center border font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${className}`}
    >
      <FileUp className="size-4" aria-hidden />
      {children}
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.tsv,text/csv"
        className="sr-only"
        onChange={readFile}
      />
    </label>
  );
}

interface LineModeFieldProps {
  lineMode: LineMode;
  onChange: (lineMode: LineMode) => void;
}

/** Chooses how to parse lines with commas in a file without a header. */
export function LineModeField({ lineMode, onChange }: LineModeFieldProps) {
  return (
    <div>
      <Checkbox
        label="Each line is one prompt"
        checked={lineMode === 'whole'}
        onChange={(isWhole) => onChange(isWhole ? 'whole' : 'split')}
      />
      <p className="mt-0.5 ml-6 text-xs text-muted">
        {lineMode === 'whole'
          ? 'The file has no header. Commas are kept as part of the prompt.'
          : 'The file has no header. Its columns are read as prompt, topic, tags and language.'}
      </p>
    </div>
  );
}

const maxFileBytes = 4 * 1024 * 1024;

/** Reads a file as UTF-8, or as UTF-16 or Windows-1252, which spreadsheets write. */
async function readTextFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
