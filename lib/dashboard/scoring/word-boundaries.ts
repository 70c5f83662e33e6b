const wordUnit = /[\p{L}\p{N}\p{M}]/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}ー々]/u;
const words = new Intl.Segmenter('en', { granularity: 'word' });
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Tells where words begin and end in a text. Between letters of a script without spaces the
 * segmenter decides; elsewhere a word goes on as long as letters, digits and marks do.
 */
export class WordBoundaries {
  private readonly text: string;
  private words: Intl.Segments | undefined;
  private characters: Intl.Segments | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether a stretch of the text, in UTF-16 units, consists of whole words. */
  encloses(start: number, end: number): boolean {
    return this.begins(start) && this.ends(end);
  }

  private begins(at: number): boolean {
    const before = characterBefore(this.text, at);
    const first = characterAt(this.text, at);
    if (before === '.' && isJoinedByDot(this.text, at - 1)) return false;
    if (before === '_' && wordUnit.test(characterBefore(this.text, at - 1))) return false;
    return this.parts(at, before, first);
  }

  private ends(at: number): boolean {
    const last = characterBefore(this.text, at);
    const after = characterAt(this.text, at);
    // "Node" is not a word of "Node.js", nor "C" one of "C++" or "C#".
    if (wordUnit.test(last) && /^(?:[+#]{2,}|[+#](?![\p{L}\p{N}]))/u.test(this.text.slice(at, at + 3))) {
      return false;
    }
    if (after === '.' && isJoinedByDot(this.text, at)) return false;
    if (after === '_' && wordUnit.test(characterAt(this.text, at + 1))) return false;
    return this.parts(at, last, after);
  }

  private parts(at: number, before: string, after: string): boolean {
    if (!wordUnit.test(before) || !wordUnit.test(after)) return this.partsCharacters(at, before, after);
    if (!unspaced.test(before) && !unspaced.test(after)) return false;
    this.words ??= words.segment(this.text);
    return this.words.containing(at)?.index === at;
  }

  /** Whether no character goes over a place: one emoji joined to another is a third. */
  private partsCharacters(at: number, before: string, after: string): boolean {
    if (before === '' || after === '' || (before < '\x7f' && after < '\x7f')) return true;
    this.characters ??= characters.segment(this.text);
    return this.characters.containing(at)?.index === at;
  }
}

/** A dot between a letter and a small letter or digit joins both to one word; before a capital it ends a sentence. */
function isJoinedByDot(text: string, dot: number): boolean {
  return (
    /[\p{L}\p{N}]/u.test(characterBefore(text, dot)) && /[\p{Ll}\p{N}]/u.test(characterAt(text, dot + 1))
  );
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? characterAt(text, at - 2) : text.charAt(at - 1);
}
