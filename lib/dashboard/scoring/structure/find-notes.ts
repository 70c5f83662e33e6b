import type { Line } from '#lib/dashboard/scoring/structure/read-lines';
import { findFirstFrom, type TextRange } from '#lib/dashboard/scoring/text-ranges';

const noteTitles =
  'sources?|references?|citations|footnotes?|notes?|disclaimer|disclosure|further reading|quellen|hinweise?|anmerkung(?:en)?|fußnoten?|fuentes|referencias|notas?|références|remarques?|fonti|riferimenti|note|bronnen|noten|fontes|referências|källor|noter|kilder|lähteet|źródła|przypisy|uwaga|zdroje|poznámk[ay]|források|megjegyzés|kaynaklar|notlar|источники|примечани[ея]|джерела|примітк[аи]|참고|출처|참고 자료|참고 문헌|주의|参考|参考文献|出典|注|注意|備考|來源|来源|资料来源|資料來源|参考资料';
const noteTitle = new RegExp(`^[\\s*_#>([]*(?:${noteTitles})\\s*(?:[*_]+\\s*)?(?:[:：]|$|[*_])`, 'iu');
const footnote = /^\s*(?:\[\^?\d+\]:?|[¹²³⁴⁵⁶⁷⁸⁹†‡]|\\\*|\*(?!\*|\s))\s*\S/u;

/**
 * Finds notes: footnotes, paragraphs that begin with a title such as "Sources:", and everything below a line that is only
 * such a title, up to the next heading or, after a list, up to the next paragraph.
 * @returns a function that returns whether an offset is inside one of them
 */
export function findNotes(lines: readonly Line[], length: number): (offset: number) => boolean {
  const findNextHeading = compileNextLine(
    lines,
    ({ kind }) => kind === 'heading' || kind === 'numbered heading',
  );
  const findNextParagraph = compileNextLine(lines, ({ kind, level }) => kind === 'text' && level === 0);
  /** Sorted, without overlaps. */
  const notes: TextRange[] = [];
  for (const [index, line] of lines.entries()) {
    const isFootnote = line.kind === 'text' && footnote.test(line.text);
    if (!isFootnote && !noteTitle.test(line.text)) continue;
    const end = isFootnote ? line.start + line.text.length : findEnd(index, line);
    const last = notes.at(-1);
    if (last && line.start <= last.end) last.end = Math.max(last.end, end);
    else notes.push({ start: line.start, end });
  }
  return (offset) => {
    const note = notes[findFirstFrom(notes, offset + 1) - 1];
    return note !== undefined && offset < note.end;
  };

  function findEnd(index: number, { text }: Line): number {
    const following = lines[index + 1];
    if (!isOnlyTitle(text)) return following?.start ?? length;
    const isList = following !== undefined && following.kind !== 'text';
    const ends = [findNextHeading(index), isList ? findNextParagraph(index) : undefined];
    return Math.min(...ends.map((line) => line?.start ?? length));
  }
}

/** Returns a function that finds the next line after an index that meets a condition. */
function compileNextLine(
  lines: readonly Line[],
  isMatch: (line: Line) => boolean,
): (index: number) => Line | undefined {
  const next: (Line | undefined)[] = Array.from({ length: lines.length });
  for (let index = lines.length - 2; index >= 0; index -= 1) {
    const line = lines[index + 1];
    next[index] = line && isMatch(line) ? line : next[index + 1];
  }
  return (index) => next[index];
}

/** Returns whether all letters of a text are in one group, with only spaces between them. */
function isOnlyTitle(text: string): boolean {
  const letters = [...text.matchAll(/\p{L}+/gu)];
  return letters.every((found, index) => {
    const previous = letters[index - 1];
    return !previous || /^ +$/.test(text.slice(previous.index + previous[0].length, found.index));
  });
}
