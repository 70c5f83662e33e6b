import type { AlertState } from '#lib/db/schema/alerts';

/** Delays that keep a short change of a condition from changing its alert. */
export interface Durations {
  /** Hours for which the condition must be met before the alert is raised. */
  raiseHours: number;
  /** Hours for which the condition must not be met before the alert is cleared. */
  clearHours: number;
}

/** A state of an alert, and the time since which the alert has been in it. */
export interface TimedState {
  state: AlertState;
  since: Date;
}

export interface Transition extends TimedState {
  /** Null if the alert was neither raised nor cleared. It is never raised twice without being cleared in between. */
  event: 'raised' | 'cleared' | null;
}

const hourMs = 3_600_000;

/**
 * Returns the next state of an alert.
 * @param isMet whether the condition is met now; null if it cannot be evaluated: the state stays the same
 */
export function advanceState(
  { state, since }: TimedState,
  { isMet, now }: { isMet: boolean | null; now: Date },
  { raiseHours, clearHours }: Durations,
): Transition {
  const hours = (now.getTime() - since.getTime()) / hourMs;
  const stay: Transition = { state, since, event: null };
  const enter = (next: AlertState, event: Transition['event'] = null): Transition => ({
    state: next,
    since: now,
    event,
  });
  if (isMet === null) return stay;
  switch (state) {
    case 'cleared':
      if (!isMet) return stay;
      return raiseHours === 0 ? enter('alerting', 'raised') : enter('pending');
    case 'pending':
      if (!isMet) return enter('cleared');
      return hours >= raiseHours ? enter('alerting', 'raised') : stay;
    case 'alerting':
      if (isMet) return stay;
      return clearHours === 0 ? enter('cleared', 'cleared') : enter('recovering');
    case 'recovering':
      if (isMet) return enter('alerting');
      return hours >= clearHours ? enter('cleared', 'cleared') : stay;
  }
}
