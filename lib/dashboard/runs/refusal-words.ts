/** What the service's refusal means for a run, where its sentence to a program does not help a reader. */
const ofRuns = new Map([
  [
    'INSUFFICIENT_CREDITS',
    'The credits of this month are used up. What was answered stays, what is still on its way is paid for; the rest was not asked. Credits renew on the first of the month; then ask the rest again from here.',
  ],
  [
    'INVALID_OR_EXPIRED_API_KEY',
    'The service refused the dashboard’s own key: it was revoked or has expired. An admin can give it a new one under Developers; then ask the rest again from here.',
  ],
]);

/** A refusal that stopped a run, as a sentence with what to do about it. */
export function refusalWords(code: string, message: string): string {
  return ofRuns.get(code) ?? message;
}
