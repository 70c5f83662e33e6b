import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { RequestTable } from '../../app/(dashboard)/developers/requests/request-table';
import { ScheduleFields } from '../../app/(dashboard)/projects/schedule-fields';

test('the request log shows the name of the engine below the path of a request', () => {
  const request = {
    id: 'a',
    keyId: 'b',
    keyName: 'Production',
    method: 'POST',
    path: '/v1/monitor/answer',
    engine: 'answer',
    status: 200,
    code: null,
    error: null,
    creditsCharged: 4,
    latencyMs: 900,
    receivedAt: new Date('2026-11-21T12:00:00Z'),
    provider: null,
    cost: null,
    currency: null,
    tokens: null,
  } as const;
  const other = { ...request, id: 'c', path: '/v1/credits', engine: null };
  const html = renderToStaticMarkup(<RequestTable requests={[request, other]} />);
  expect(html.match(/Perplexity/g)).toHaveLength(1);
});

test('the checkbox of a schedule’s add-on names the product behind the engine', () => {
  const html = renderToStaticMarkup(
    <ScheduleFields draft={defaultSchedule} onChange={() => undefined} engineProviders={null} />,
  );
  expect(html).toContain('Include search queries and products from ChatGPT');
});
