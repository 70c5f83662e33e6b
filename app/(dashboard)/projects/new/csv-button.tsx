'use client';

import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useToast } from '#components/ui/toast';
import { readTextFile, tooLarge } from '../read-text-file';

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
    if (text === null) toast({ title: tooLarge });
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
