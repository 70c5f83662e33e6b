import { diffWordsWithSpace } from 'diff';

/** A part of the difference between two texts. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** With more added and removed words and spaces than this, the whole texts are reported as different. */
const maxEdits = 1000;

/**
 * Compares two texts word by word. Joining all parts except the added ones gives the earlier text; all except the
 * removed ones, the later text.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  if (!changes) return [toPart('removed', before), toPart('added', after)].filter(({ text }) => text !== '');
  return joinAdjacentChanges(
    changes.map(({ value, added, removed }) => toPart(added ? 'added' : removed ? 'removed' : 'same', value)),
  );
}

/** Joins changes with only white space and no line break between them: first what was removed, then what was added. */
function joinAdjacentChanges(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flushChanges = () => {
    joined.push(...[toPart('removed', removed), toPart('added', added)].filter(({ text }) => text !== ''));
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const hasChanges = removed !== '' || added !== '';
    const isChangeNext = (parts[index + 1]?.kind ?? 'same') !== 'same';
    if (kind === 'same' && !(hasChanges && isChangeNext && /^[^\S\n]*$/.test(text))) {
      flushChanges();
      joined.push({ kind, text });
      continue;
    }
    if (kind !== 'added') removed += text;
    if (kind !== 'removed') added += text;
  }
  flushChanges();
  return joined;
}

function toPart(kind: DiffPart['kind'], text: string): DiffPart {
  return { kind, text };
}

/** The difference between two lists. */
export interface ListDiff {
  added: string[];
  removed: string[];
  unchanged: string[];
}

/** Compares two lists. Each name is returned once, in the order of the lists. */
export function diffLists(before: readonly string[], after: readonly string[]): ListDiff {
  const [earlier, later] = [new Set(before), new Set(after)];
  return {
    added: [...later].filter((name) => !earlier.has(name)),
    removed: [...earlier].filter((name) => !later.has(name)),
    unchanged: [...later].filter((name) => earlier.has(name)),
  };
}
