'use client';

import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useToast } from '#components/overlays/toast';
import { Checkbox } from '#components/ui/checkbox';

/** A button that reads a CSV file and hands its text on. */
export function CsvButton({ children, onRead }: { children: ReactNode; onRead: (csv: string) => void }) {
  const toast = useToast();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const readFile = async () => {
    const file = input.current?.files?.[0];
    if (!file || !input.current) return;
    input.current.value = '';
    const text = await readTextFile(file);
    if (text === null) toast({ title: fileTooLargeMessage });
    else onRead(text);
  };
  // A file chosen before the page had woken up has been told to nobody; a file read is taken out of the input.
  useEffect(() => {
    void readFile();
  });
  return (
    <label
      htmlFor={id}
      className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-md border bg-surface px-2.5 font-medium hover:bg-sunken has-focus-visible:outline-2"
    >
      <FileUp className="size-4" aria-hidden />
      {children}
      <input ref={input} id={id} type="file" accept=".csv,text/csv" className="sr-only" onChange={readFile} />
    </label>
  );
}

interface WholeLinesProps {
  whole: boolean;
  onChange: (whole: boolean) => void;
}

/** How lines with commas in them were read where a file names no columns, and the way to have it otherwise. */
export function CsvModeField({ whole, onChange }: WholeLinesProps) {
  return (
    <div>
      <Checkbox label="Each line is one prompt" checked={whole} onChange={onChange} />
      <p className="mt-0.5 ml-6 text-xs text-muted">
        {whole
          ? 'The file names no columns, so commas were taken for part of the prompt.'
          : 'The file names no columns, so what stands after a comma was taken for the topic, then tags and language.'}
      </p>
    </div>
  );
}

const maxFileBytes = 4 * 1024 * 1024;
export const fileTooLargeMessage = 'The file is larger than 4 MB. Split it and read its parts.';

/** The text of a file in UTF-8, or in what spreadsheets write instead: UTF-16 or Windows-1252; null if it is too large. */
export async function readTextFile(file: File): Promise<string | null> {
  if (file.size > maxFileBytes) return null;
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
