import { splitList } from '#lib/core/text';

const bullet = /^(?:[-–—*•◦‣·]|\[[ x]?\])(?=\s|$)\s*/u;
const number = /^\(?(\d{1,3})[.)](?=\s|$)\s*/u;

/**
 * Parses a pasted list of prompts, one per line, without bullets and numbers. Numbers are removed only if a line
 * has the number 1: “2. Bundesliga tickets” can be a prompt.
 */
export function parsePastedPrompts(text: string): string[] {
  const lines = splitList(text, /[\r\n]/).map((line) => line.replace(bullet, ''));
  const numbered = lines.some((line) => number.exec(line)?.[1] === '1');
  return lines
    .map((line) => (numbered ? line.replace(number, '').replace(bullet, '') : line))
    .filter((line) => line !== '');
}
