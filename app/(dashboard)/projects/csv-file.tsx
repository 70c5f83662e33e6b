'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useToast } from '#components/overlays/toast';
import { Checkbox } from '#components/ui/checkbox';
import { FileButton } from '#components/ui/file-button';
import type { ParsedPrompts, ParseOptions } from '#lib/dashboard/prompts/parse-prompts-csv';

interface CsvInputProps {
  /** The label. */
  children: ReactNode;
  onRead: (csv: string, fileName: string) => void;
  className?: string;
}

/** Button that reads a CSV file. */
export function CsvInput({ children, onRead, className }: CsvInputProps) {
  const toast = useToast();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const readFile = async () => {
    const file = input.current?.files?.[0];
    if (!file || !input.current) return;
    input.current.value = '';
    if (file.size > maxFileBytes) {
      toast({ title: 'The file is larger than 4 MB. Split it and upload the parts.' });
      return;
    }
    const text = await readTextFile(file);
    if (text !== null) onRead(text, file.name);
    else toast({ title: 'This is an Excel workbook. Save it as CSV and import that file.' });
  };
  // A file chosen before hydration fires no change event.
  useEffect(() => {
    void readFile();
  });
  return (
    <FileButton ref={input} id={id} accept=".csv,.tsv,text/csv" className={className} onChange={readFile}>
      {children}
    </FileButton>
  );
}

type ParsedFile = Pick<ParsedPrompts, 'header' | 'lineMode' | 'errors'>;

/** Returns the options that a file was read with. */
export function getParseOptions({ header, lineMode }: ParsedFile): ParseOptions {
  return { hasHeader: header !== null, lineMode: lineMode ?? undefined };
}

interface ParseOptionsFieldsProps {
  file: ParsedFile;
  onChange: (options: ParseOptions) => void;
}

/** Chooses whether a file has a header, and how to read lines with separators if there are no known column names. */
export function ParseOptionsFields({ file, onChange }: ParseOptionsFieldsProps) {
  const { header, lineMode, errors } = file;
  // An error without the text of a line rejects the whole file, so there is nothing to choose.
  const isRejected = header === null && errors.some(({ text }) => text === '');
  if (isRejected) return null;
  const change = (part: ParseOptions) => onChange({ ...getParseOptions(file), ...part });
  return (
    <div>
      <Checkbox
        label="First line is a header"
        checked={header !== null}
        onChange={(hasHeader) => change({ hasHeader })}
      />
      {lineMode ? (
        <>
          <Checkbox
            label="Each line is one prompt"
            checked={lineMode === 'whole'}
            onChange={(isWhole) => change({ lineMode: isWhole ? 'whole' : 'split' })}
          />
          <p className="mt-0.5 ml-6 text-xs text-muted">
            {lineMode === 'whole'
              ? 'The whole line is the prompt, including commas and semicolons.'
              : 'Columns are read as prompt, topic, tags and language.'}
          </p>
        </>
      ) : null}
    </div>
  );
}

const maxFileBytes = 4 * 1024 * 1024;

/** Reads a file as UTF-8, or as UTF-16 or Windows-1252, which spreadsheets write. Null if it is an Excel workbook. */
async function readTextFile(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  const [first, second, third, fourth] = new Uint8Array(bytes);
  // Workbooks are ZIP files.
  if (first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04) return null;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
