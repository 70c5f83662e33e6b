/**
 * What a list shows once there are newer things: what it showed stays in its place, each as it is now, and new ones
 * fill only the room that is left, behind it.
 * @param latest what it would show if it began now
 */
export function updateStableList<T extends { id: string }>(held: readonly T[], latest: readonly T[]): T[] {
  const kept = held.map((one) => latest.find(({ id }) => id === one.id) ?? one);
  const room = Math.max(0, latest.length - kept.length);
  return [...kept, ...findNewItems(held, latest).slice(0, room)];
}

/** What is there now and not in the list. */
export function findNewItems<T extends { id: string }>(held: readonly T[], latest: readonly T[]): T[] {
  const ids = new Set(held.map(({ id }) => id));
  return latest.filter(({ id }) => !ids.has(id));
}
