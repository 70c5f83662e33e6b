import { useRef, useState } from 'react';
import { Notice } from '#components/ui/notice';
import type { ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { useAction } from '../../use-action';
import { CsvModeField } from '../csv-file';
import { readPromptsAction } from './actions';
import { appendPrompts, type ListedPrompt } from './project-draft';

/** Adds the prompts of a CSV file to the list. Reading it again in another mode replaces them. */
export function usePromptsCsv(prompts: readonly ListedPrompt[], onChange: (prompts: ListedPrompt[]) => void) {
  const [csv, setCsv] = useState('');
  const [found, setFound] = useState<ReadPrompts>();
  const texts = useRef<ReadonlySet<string>>(new Set());
  const { run, problem } = useAction(readPromptsAction, (read) => {
    const kept = prompts.filter(({ text }) => !texts.current.has(text));
    const next = appendPrompts(kept, read.prompts);
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

interface PromptsCsvNotesProps {
  found: ReadPrompts;
  onReadAgain: (wholeLines: boolean) => void;
}

const maxLines = 10;

/** Shows how a CSV was parsed and which lines were skipped. */
export function PromptsCsvNotes({ found: { problems, unnamed }, onReadAgain }: PromptsCsvNotesProps) {
  if (unnamed === null && problems.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-4">
      {unnamed ? <CsvModeField wholeLines={unnamed === 'whole'} onChange={onReadAgain} /> : null}
      {problems.length > 0 ? (
        <Notice tone="notice">
          <p>These lines were skipped:</p>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, maxLines).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
          {problems.length > maxLines ? <p>…and {problems.length - maxLines} more.</p> : null}
        </Notice>
      ) : null}
    </div>
  );
}
