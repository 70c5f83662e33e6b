import { classes } from '#components/ui/classes';
import type { AlertEvidence } from '#lib/dashboard/alerts/conditions/condition';

interface EvidenceDetailsProps extends Pick<AlertEvidence, 'details'> {
  className?: string;
}

/** The numbers behind an alert. */
export function EvidenceDetails({ details, className }: EvidenceDetailsProps) {
  if (details.length === 0) return null;
  return (
    <dl
      className={classes(
        'grid max-w-3xl gap-x-6 gap-y-1 text-xs max-sm:[&_dd]:mb-1.5 sm:grid-cols-[max-content_1fr]',
        className,
      )}
    >
      {details.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
