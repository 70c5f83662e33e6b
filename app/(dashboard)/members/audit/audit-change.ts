import { formatCountry } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { formatInstant } from '#lib/core/dates';
import { formatFacts, formatItems } from '#lib/core/lists';
import { capitalize } from '#lib/core/text';
import { weekdayNames } from '#lib/format/due-time';
import { labelProjectPage } from '#lib/format/project-pages';

/** The format of a field in the audit log. */
interface AuditField {
  label: string;
  /** Shown instead of null, an empty text or an empty list; "none" by default. */
  empty?: string;
  /** Formats a value, or each value of a list. */
  format?: (value: string) => string;
}

/** Fields whose names or empty values are not clear by themselves. */
const auditFields: Record<string, AuditField> = {
  addOns: { label: 'Search queries and products' },
  addedTags: { label: 'Tags added' },
  answers: { label: 'Answers requested' },
  changedOn: { label: 'Day of the change' },
  countries: { label: 'Countries', format: formatCountry },
  enabled: { label: 'Scheduled runs' },
  engines: { label: 'Engines', format: (engine) => getEngineName(engine) },
  excludedContext: { label: 'Must not appear near' },
  existing: { label: 'Already there' },
  filters: { label: 'Filters' },
  hour: { label: 'Hour', format: (hour) => `${hour.padStart(2, '0')}:00` },
  inProject: { label: 'Project' },
  page: { label: 'Page', format: labelProjectPage },
  removedTags: { label: 'Tags removed' },
  requiredContext: { label: 'Must appear near' },
  retried: { label: 'Answers requested again' },
  samples: { label: 'Samples per run' },
  skippedLines: { label: 'Invalid lines' },
  type: { label: 'Type', empty: 'automatic' },
  weekday: { label: 'Day', format: (day) => weekdayNames[Number(day)] ?? day },
  accentColor: { label: 'Color', empty: 'default' },
  allowedIps: { label: 'Allowed IP addresses', empty: 'any' },
  allowsDownloads: { label: 'Downloads' },
  asyncConcurrency: { label: 'Concurrent tasks' },
  concurrency: { label: 'Concurrent requests' },
  deletesAt: { label: 'Deletion' },
  email: { label: 'Email address' },
  embedOrigins: { label: 'Sites allowed to embed the report' },
  expiresAt: { label: 'Expires', empty: 'never' },
  formerOwner: { label: 'Role of the former owner' },
  hasLogo: { label: 'Logo' },
  hasPassword: { label: 'Password' },
  isOneTime: { label: 'One-time link' },
  isPaused: { label: 'Paused' },
  overlapDays: { label: 'Days of overlap' },
  project: { label: 'Project budget' },
  query: { label: 'Filters' },
  schedule: { label: 'Schedule budget' },
  scopes: { label: 'Scopes', empty: 'all' },
  sessions: { label: 'Sessions ended' },
  // Entries of earlier versions use this name for `showsNotes`.
  showsAnnotations: { label: 'Shows notes' },
};

interface AuditChange {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Describes the changed values of an entry of the audit log: "Role: editor → viewer · Expires: never". */
export function describeAuditChange({ before, after }: AuditChange): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.map((name) => {
    const field = auditFields[name] ?? { label: toLabel(name) };
    const { label } = field;
    const [old, current] = [before?.[name], after?.[name]].map((value) => formatValue(value, field));
    return old && current ? `${label}: ${old} → ${current}` : `${label}: ${current || old}`;
  });
  return formatFacts(changes);
}

/** Turns the name of a field into a label: "failingSince" becomes "Failing since". */
function toLabel(name: string): string {
  return capitalize(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

const isoInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function formatValue(value: unknown, { empty = 'none', format = String }: AuditField): string {
  if (value === undefined) return '';
  if (value === null || value === '') return empty;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && isoInstant.test(value)) return formatInstant(new Date(value));
  return Array.isArray(value)
    ? formatItems(value.map((item) => format(String(item)))) || empty
    : format(String(value));
}
