import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DeliverySummary } from '../../app/(dashboard)/developers/webhooks/deliveries/delivery-status';

const completedAt = new Date('2026-11-26T08:57:00Z');

test.each([
  ['pending', 1, null, 'Pending1 attempt'],
  ['delivered', 2, completedAt, 'Delivered2 attempts; delivered on 26 Nov'],
  ['failed', 1, completedAt, 'Failed1 attempt; failed on 26 Nov'],
  ['not_sent', 0, completedAt, 'Not sent0 attempts; stopped on 26 Nov'],
] as const)('summarizes a %s delivery', (status, length, completed, expected) => {
  const html = renderToStaticMarkup(
    <DeliverySummary status={status} isTest={false} attempts={{ length }} completedAt={completed} />,
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(expected);
});
