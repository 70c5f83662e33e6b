import { diffWordsWithSpace } from 'diff';

/** A stretch of two texts laid over each other. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Past so many changed words two texts are called different instead of being compared word by word. */
const mostEdits = 1000;

/**
 * What changed from one text to the next, word by word. Without what was added the parts joined are the text
 * before; without what was removed, the text now.
 */
export function diffWords(before: string, now: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, now, { maxEditLength: mostEdits });
  if (!changes) return [part('removed', before), part('added', now)].filter(({ text }) => text !== '');
  return joinRuns(
    changes.map(({ value, added, removed }) => part(added ? 'added' : removed ? 'removed' : 'same', value)),
  );
}

/** Changes with only white space between them become one: what was removed, then what was added. */
function joinRuns(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = '';
  let added = '';
  const end = () => {
    joined.push(...[part('removed', removed), part('added', added)].filter(({ text }) => text !== ''));
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const changed = removed !== '' || added !== '';
    const goesOn = (parts[index + 1]?.kind ?? 'same') !== 'same';
    if (kind === 'same' && !(changed && goesOn && /^[^\S\n]*$/.test(text))) {
      end();
      joined.push({ kind, text });
      continue;
    }
    if (kind !== 'added') removed += text;
    if (kind !== 'removed') added += text;
  }
  end();
  return joined;
}

function part(kind: DiffPart['kind'], text: string): DiffPart {
  return { kind, text };
}

/** What stands in one list only: what came, and what went. */
export interface ListDiff {
  added: string[];
  removed: string[];
  unchanged: string[];
}

/** How a list turned over, each name once, in the order of the lists. */
export function diffLists(before: readonly string[], now: readonly string[]): ListDiff {
  const [old, current] = [new Set(before), new Set(now)];
  return {
    added: [...current].filter((name) => !old.has(name)),
    removed: [...old].filter((name) => !current.has(name)),
    unchanged: [...current].filter((name) => old.has(name)),
  };
}
