import { Notice } from '#components/ui/notice';
import type { ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { WholeLines } from '../whole-lines';

interface PromptsFileNotesProps {
  found: ReadPrompts;
  onReadAgain: (wholeLines: boolean) => void;
}

const mostLines = 10;

/** How a file of prompts was read, and which of its lines were left out. */
export function PromptsFileNotes({ found: { problems, unnamed }, onReadAgain }: PromptsFileNotesProps) {
  if (unnamed === null && problems.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-4">
      {unnamed ? <WholeLines whole={unnamed === 'whole'} onChange={onReadAgain} /> : null}
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
