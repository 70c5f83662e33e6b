import type { TextRange } from '#lib/dashboard/scoring/text-ranges';

/** An occurrence of a phrase. */
export interface PhraseMatch extends TextRange {
  phraseIndex: number;
}

/** What a search is about, besides its text. */
interface PhraseSearch {
  /** Returns whether a phrase may begin at an offset; others are skipped. */
  canStart: (at: number) => boolean;
  /** Receives each match, in the order of their starts. Returns false to end the search. */
  visit: (match: PhraseMatch) => boolean;
}

/** A node of a trie of the phrases, by UTF-16 code units. */
interface PhraseNode {
  /** The index of the phrase that ends here. */
  phraseIndex?: number;
  next?: Map<number, PhraseNode>;
}

/**
 * Code units that one search may compare, about 50 ms. The longest real answers take a tenth of it. Only a text made of the
 * beginnings of long phrases takes more; its rest is not searched.
 */
const maxComparisons = 2_000_000;
/** Most starts are ruled out by this many code units, which takes less time than `canStart`. */
const uncheckedUnits = 3;

/**
 * Compiles phrases into a function that finds their occurrences in a text, overlapping ones too.
 * @param phrases distinct and not empty
 */
export function compilePhraseFinder(
  phrases: readonly string[],
): (text: string, search: PhraseSearch) => void {
  const root: PhraseNode = {};
  for (const [phraseIndex, phrase] of phrases.entries()) {
    let node = root;
    for (let at = 0; at < phrase.length; at += 1) {
      const unit = phrase.charCodeAt(at);
      node.next ??= new Map();
      const child: PhraseNode = node.next.get(unit) ?? {};
      node.next.set(unit, child);
      node = child;
    }
    node.phraseIndex = phraseIndex;
  }
  // Most code units cannot start a phrase; looking that up in an array is faster than in a map.
  const firstUnits = new Uint8Array(65_536);
  for (const unit of root.next?.keys() ?? []) firstUnits[unit] = 1;
  return (text, { canStart, visit }) => {
    let comparisons = 0;
    for (let start = 0; start < text.length; start += 1) {
      if (firstUnits[text.charCodeAt(start)] === 0) continue;
      let node = root.next?.get(text.charCodeAt(start));
      let isChecked = false;
      for (let end = start + 1; node; end += 1) {
        const { phraseIndex } = node;
        if (!isChecked && (phraseIndex !== undefined || end - start > uncheckedUnits)) {
          if (!canStart(start)) break;
          isChecked = true;
        }
        if (phraseIndex !== undefined && !visit({ phraseIndex, start, end })) return;
        comparisons += 1;
        if (comparisons > maxComparisons) return;
        node = node.next?.get(text.charCodeAt(end));
      }
    }
  };
}
