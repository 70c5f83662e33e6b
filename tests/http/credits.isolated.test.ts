import { describe, expect, test } from 'vitest';
import { payload, testService } from '#tests/http/documented/tasks';
import { runWithinHour } from '#tests/support/wait';

describe('credits', () => {
  test('returns plan, balance, holds, monthly credits and the next reset, and applies the concurrency limit of each plan', async () => {
    const freeOrganization = await testService.createTenant();
    const { now, response } = await runWithinHour(async () => ({
      now: new Date(),
      response: await freeOrganization.send('GET', '/v1/credits'),
    }));
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    expect(response.body).toEqual({
      plan: 'free',
      remaining: 500,
      held: 0,
      monthly: 500,
      resetsAt: nextMonth.toISOString(),
    });
    for (const [plan, monthly, concurrency] of [
      ['team', 37_500, 20],
      ['business', 650_000, 50],
      ['scale', 2_800_000, 100],
    ] as const) {
      const organization = await testService.createTenant({ plan });
      expect((await organization.send('GET', '/v1/credits')).body).toMatchObject({
        plan,
        monthly,
        remaining: monthly,
      });
      const { headers } = await organization.send('POST', '/v1/monitor/gen', payload);
      expect(headers.get('x-concurrent-limit')).toBe(String(concurrency));
      expect((await organization.send('GET', '/v1/async/status')).body.concurrency.max).toBe(concurrency);
    }
  });
});
