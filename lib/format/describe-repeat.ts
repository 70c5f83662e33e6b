import { defineMessages } from '#lib/core/messages';
import { formatPointTenths } from '#lib/core/numbers';

const messages = defineMessages({
  repeat: 'If the run were repeated now, {subject} would differ by at most ±{points} in 95 of 100 cases.',
});

/**
 * Says how much a share would differ if the same runs were repeated now.
 * @param subject what would differ: "visibility"
 * @param repeat see `estimateRepeat`
 */
export function describeRepeat(subject: string, { within }: { within: number }): string {
  return messages.repeat({ subject, points: formatPointTenths(within).replace('+', '') });
}
