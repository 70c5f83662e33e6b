import { diffWordsWithSpace } from 'diff';

/** A stretch of two texts laid over each other. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Past so many changed words two texts are called different instead of being compared word by word. */
const mostEdits = 3000;

/**
 * What changed from one text to the next, word by word. Without what was added the parts joined are the text
 * before; without what was removed, the text now.
 */
export function wordDiff(before: string, now: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, now, { maxEditLength: mostEdits });
  if (!changes) return [part('removed', before), part('added', now)].filter(({ text }) => text !== '');
  return changes.map(({ value, added, removed }) =>
    part(added ? 'added' : removed ? 'removed' : 'same', value),
  );
}

function part(kind: DiffPart['kind'], text: string): DiffPart {
  return { kind, text };
}

/** What stands in one list only: what came, and what went. */
export interface Turnover {
  came: string[];
  went: string[];
  stayed: string[];
}

/** How a list turned over, each name once, in the order of the lists. */
export function turnover(before: readonly string[], now: readonly string[]): Turnover {
  const [old, current] = [new Set(before), new Set(now)];
  return {
    came: [...current].filter((name) => !old.has(name)),
    went: [...old].filter((name) => !current.has(name)),
    stayed: [...current].filter((name) => old.has(name)),
  };
}
