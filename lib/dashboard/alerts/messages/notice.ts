import type { AlertEvidence } from '#lib/dashboard/alerts/conditions/condition';

/** The part of a message that describes one raised alert. */
export interface AlertNotice extends AlertEvidence {
  alertId: string;
  /** The condition as a sentence. */
  title: string;
  category: 'finding' | 'monitoring';
  /** ISO 8601. */
  raisedAt: string;
  isTest?: true;
  /** True if the alert was not raised, but works differently from now on. */
  isChange?: true;
}
