const longestPart = 60;

/**
 * A name that every file system takes: "kayaks visibility-over-time 2026-10-26 to 2026-11-22.csv".
 * @param days null where it is of no days
 */
export function fileName(
  project: string,
  table: string,
  days: { from: string; to: string } | null,
  format: string,
): string {
  const span = days && (days.from === days.to ? days.from : `${days.from} to ${days.to}`);
  return `${[safe(project) || 'project', table, ...(span ? [span] : [])].join(' ')}.${format}`;
}

/** Letters, digits and single spaces; what a path, a header or a shell would read otherwise becomes a space. */
function safe(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, longestPart)
    .trim();
}
