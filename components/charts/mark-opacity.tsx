/** The opacity of a mark: all stand equal until one is raised, then the others fade. */
export function markOpacity(id: string, raised: string | null): number {
  return raised === null || raised === id ? 1 : 0.22;
}
