import { useRef, useState } from 'react';
import type { ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { useAction } from '../../use-action';
import { readPromptsAction } from './actions';
import { type ListedPrompt, withPrompts } from './project-draft';

/** Reads a CSV into the list of prompts; read another way, its lines take the place of what they were before. */
export function usePromptsFile(
  prompts: readonly ListedPrompt[],
  onChange: (prompts: ListedPrompt[]) => void,
) {
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
