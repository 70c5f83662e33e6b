import { splitList } from '#lib/core/text';

const bullet = /^(?:[-–—*•◦‣·]|\[[ x]?\])(?=\s|$)\s*/u;
const number = /^\(?(\d{1,3})[.)](?=\s|$)\s*/u;

/**
 * The questions of a list as it is typed or pasted, one a line, without its bullets and numbers. A number is one of a
 * list only where the list begins with 1: “2. Bundesliga tickets” may be a question.
 */
export function parsePastedPrompts(text: string): string[] {
  const lines = splitList(text, /[\r\n]/).map((line) => line.replace(bullet, ''));
  const numbered = lines.some((line) => number.exec(line)?.[1] === '1');
  return lines
    .map((line) => (numbered ? line.replace(number, '').replace(bullet, '') : line))
    .filter((line) => line !== '');
}
