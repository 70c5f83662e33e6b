import { useRef, useState } from 'react';
import { Notice } from '#components/ui/notice';
import type { ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { useAction } from '../../use-action';
import { CsvModeField } from '../csv-file';
import { readPromptsAction } from './actions';
import { type ListedPrompt, withPrompts } from './project-draft';

/** Reads a CSV into the list of prompts; read another way, its lines take the place of what they were before. */
export function usePromptsCsv(prompts: readonly ListedPrompt[], onChange: (prompts: ListedPrompt[]) => void) {
  const [csv, setCsv] = useState('');
  const [found, setFound] = useState<ReadPrompts>();
  const texts = useRef<ReadonlySet<string>>(new Set());
  const { run, problem } = useAction(readPromptsAction, (read) => {
    const kept = prompts.filter(({ text }) => !texts.current.has(text));
    const next = withPrompts(kept, read.prompts);
    texts.current = new Set(next.slice(kept.length).map(({ text }) => text));
    setFound(read);
    onChange(next);
  });
  const open = (chosen: string) => {
    texts.current = new Set();
    setCsv(chosen);
    run(chosen);
  };
  return { open, readAgain: (wholeLines: boolean) => run(csv, wholeLines), found, problem };
}

interface PromptsFileNotesProps {
  found: ReadPrompts;
  onReadAgain: (wholeLines: boolean) => void;
}

const mostLines = 10;

/** How a file of prompts was read, and which of its lines were left out. */
export function PromptsCsvNotes({ found: { problems, unnamed }, onReadAgain }: PromptsFileNotesProps) {
  if (unnamed === null && problems.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-4">
      {unnamed ? <CsvModeField whole={unnamed === 'whole'} onChange={onReadAgain} /> : null}
      {problems.length > 0 ? (
        <Notice tone="notice">
          <p>These lines were left out:</p>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, mostLines).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
          {problems.length > mostLines ? <p>…and {problems.length - mostLines} more.</p> : null}
        </Notice>
      ) : null}
    </div>
  );
}
