'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { formatPlural } from '#lib/core/numbers';
import type { LineError } from '#lib/dashboard/prompts/parse-csv-rows';

interface SkippedLinesProps {
  errors: readonly LineError[];
  /** The header of the file; null without one. */
  header: string | null;
  fileName: string;
  /** The number of valid rows. */
  validCount: number;
}

const maxShown = 10;

/** Lists the rows of a CSV that cannot be imported, with the reasons, and offers them as a file to correct. */
export function SkippedLines({ errors, header, fileName, validCount }: SkippedLinesProps) {
  if (errors.length === 0) return null;
  const skipped = errors.filter(({ text }) => text !== '');
  return (
    <Notice tone={validCount > 0 ? 'warning' : 'danger'}>
      {skipped.length > 0 ? (
        <p>
          {formatPlural(skipped.length, 'row')} can’t be imported
          {validCount > 0 ? '. The other rows aren’t affected.' : '.'}
        </p>
      ) : null}
      <ul className="mt-2 flex flex-col gap-2">
        {errors.slice(0, maxShown).map(({ line, text, message }) => (
          <li key={`${line} ${message}`} className="min-w-0">
            {text === '' ? null : (
              <p className="flex gap-2">
                <span className="shrink-0 text-muted">
                  {formatLines(line, line + text.split('\n').length - 1)}
                </span>
                <code className="truncate font-mono text-xs leading-5">{text}</code>
              </p>
            )}
            <p>{message}</p>
          </li>
        ))}
      </ul>
      {errors.length > maxShown ? <p className="mt-2">…and {errors.length - maxShown} more.</p> : null}
      {skipped.length > 0 ? (
        <div className="mt-3">
          <Button
            Icon={Download}
            onClick={() =>
              downloadLines([...(header ? [header] : []), ...skipped.map(({ text }) => text)], fileName)
            }
          >
            Download skipped rows
          </Button>
          <p className="mt-1 text-xs text-muted">Correct them in the file and import it again.</p>
        </div>
      ) : null}
    </Notice>
  );
}

/** Formats "Line 2" or "Lines 2–6". */
export function formatLines(first: number, last: number): string {
  return first === last ? `Line ${first}` : `Lines ${first}–${last}`;
}

/** Saves rows as "<name> skipped rows.csv", with a byte order mark so that spreadsheets read it as UTF-8. */
function downloadLines(lines: readonly string[], fileName: string): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName.replace(/\.[^.]*$/, '')} skipped rows.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
