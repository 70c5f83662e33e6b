const longestPart = 60;

/** A name that every file system takes: "kayaks visibility-over-time 2026-10-26 to 2026-11-22.csv". */
export function fileName(
  project: string,
  table: string,
  { from, to }: { from: string; to: string },
  format: string,
): string {
  const days = from === to ? from : `${from} to ${to}`;
  return `${safe(project) || 'project'} ${table} ${days}.${format}`;
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
