/**
 * Updates a list without moving what the reader sees: shown items keep their place, with their latest data, and new
 * items only fill the space left after them.
 * @param latest the list as it would be shown from scratch
 */
export function updateStableList<T extends { id: string }>(shown: readonly T[], latest: readonly T[]): T[] {
  const updated = shown.map((one) => latest.find(({ id }) => id === one.id) ?? one);
  const space = Math.max(0, latest.length - updated.length);
  return [...updated, ...findNewItems(shown, latest).slice(0, space)];
}

/** Returns the latest items that are not shown. */
export function findNewItems<T extends { id: string }>(shown: readonly T[], latest: readonly T[]): T[] {
  const ids = new Set(shown.map(({ id }) => id));
  return latest.filter(({ id }) => !ids.has(id));
}
