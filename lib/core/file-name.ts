import { type Period, toUtcDay } from '#lib/core/time';

/** The parts of a file name, in their order. */
export interface FileNameParts {
  /** The name of the project, report or organization; empty for none. */
  subject: string;
  /** The exported table; empty if the file has no other name than its subject. */
  table: string;
  /** The first and last day that the file covers, or instants from `formatFileTime`; either can be missing. */
  period: { [Name in keyof Period]?: string | undefined } | null;
  /** Filters and other labels that distinguish files of the same table. */
  labels: readonly string[];
  extension: string;
}

const maxSubjectLength = 60;
const maxLabelLength = 60;
/** Labels are added up to this length; file systems allow 255 bytes. */
const maxNameBytes = 200;

/**
 * Formats a name that is valid in every file system: "kayaks visibility-over-time 2026-10-26 to 2026-11-22 chat DE.csv".
 * Labels that are too long for it are left out.
 */
export function formatFileName({ subject, table, period, labels, extension }: FileNameParts): string {
  let name = [sanitize(subject, maxSubjectLength), table, period && formatPeriod(period)]
    .filter(Boolean)
    .join(' ');
  for (const label of labels) {
    const next = `${name} ${sanitize(label, maxLabelLength)}`.trim();
    if (Buffer.byteLength(next) <= maxNameBytes) name = next;
  }
  return `${name || 'export'}.${extension}`;
}

function formatPeriod({ from, to }: NonNullable<FileNameParts['period']>): string {
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `from ${from}` : to ? `to ${to}` : '';
}

/** Formats an instant for a file name: "2026-10-26 14-05 UTC". */
export function formatFileTime(instant: Date): string {
  return `${toUtcDay(instant)} ${instant.toISOString().slice(11, 16).replace(':', '-')} UTC`;
}

/** Of longer lists, only the number of values is shown. */
const maxListed = 3;

/** Labels a list of values for a file name: each of them, or their number, as in "4 countries". */
export function labelList(values: readonly string[], plural: string): readonly string[] {
  return values.length > maxListed ? [`${values.length} ${plural}`] : values;
}

/**
 * Keeps letters, digits, single spaces, and dots and hyphens between letters or digits, which every operating system
 * allows in file names.
 */
function sanitize(text: string, maxLength: number): string {
  const words = text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+(?:[.-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  // A cut can leave half of a surrogate pair, which cannot be encoded.
  return words
    .join(' ')
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF\s.-]+$/, '');
}

/**
 * Formats the header `Content-Disposition` (RFC 6266), with an ASCII name for clients that do not know `filename*`.
 * @param name as `formatFileName` returns it
 */
export function formatContentDisposition(type: 'attachment' | 'inline', name: string): string {
  const ascii = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7E]/gu, '_');
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
