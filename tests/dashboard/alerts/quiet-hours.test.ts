import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getSendTime } from '#lib/dashboard/alerts/messages/quiet-hours';

const berlin = { quietFrom: 22 * 60, quietTo: 7 * 60, timeZone: 'Europe/Berlin' };
const computeSendTime = (now: string, quietHours = berlin) =>
  getSendTime(quietHours, new Date(now)).toISOString();

describe('messages', () => {
  test.each([
    ['before the quiet hours', '2026-06-10T19:59:00Z', '2026-06-10T19:59:00.000Z'],
    ['at their start', '2026-06-10T20:00:00Z', '2026-06-11T05:00:00.000Z'],
    ['after midnight', '2026-06-10T23:30:00Z', '2026-06-11T05:00:00.000Z'],
    ['at their end', '2026-06-11T05:00:00Z', '2026-06-11T05:00:00.000Z'],
    ['in winter', '2026-12-10T22:00:00Z', '2026-12-11T06:00:00.000Z'],
    // Clocks go forward at 2:00 on 29 March: the night is an hour shorter.
    ['in the night when daylight saving time starts', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    // Clocks go back at 3:00 on 25 October: the night is an hour longer.
    ['in the night when daylight saving time ends', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ])('are sent at the right time: %s', (_, now, expected) => {
    expect(computeSendTime(now)).toBe(expected);
  });

  test('are sent an hour later by the clock if a clock change skips the end of the quiet hours', () => {
    const quietHours = { quietFrom: 0, quietTo: 2 * 60 + 30, timeZone: 'Europe/Berlin' };
    expect(computeSendTime('2026-03-29T00:30:00Z', quietHours)).toBe('2026-03-29T01:30:00.000Z');
  });

  test('are sent at the earlier time if the end of the quiet hours occurs twice', () => {
    const quietHours = { quietFrom: 0, quietTo: 2 * 60 + 30, timeZone: 'Europe/Berlin' };
    expect(computeSendTime('2026-10-24T23:00:00Z', quietHours)).toBe('2026-10-25T00:30:00.000Z');
  });

  // Clocks go back from 2:00 to 1:30 on 5 April.
  test('are sent at the earlier time on Lord Howe Island, whose clocks go back by half an hour', () => {
    const quietHours = { quietFrom: 0, quietTo: 60 + 45, timeZone: 'Australia/Lord_Howe' };
    expect(computeSendTime('2026-04-04T14:00:00Z', quietHours)).toBe('2026-04-04T14:45:00.000Z');
  });

  // Clocks go back from 3:00 to 1:00 on 25 October.
  test('are sent at the earlier time at Troll Station, whose clocks go back by two hours', () => {
    const quietHours = { quietFrom: 0, quietTo: 60 + 45, timeZone: 'Antarctica/Troll' };
    expect(computeSendTime('2026-10-24T23:00:00Z', quietHours)).toBe('2026-10-24T23:45:00.000Z');
  });

  test('are sent immediately without quiet hours', () => {
    const none = { quietFrom: null, quietTo: null, timeZone: 'UTC' };
    const now = new Date('2026-06-10T23:00:00Z');
    expect(getSendTime(none, now)).toEqual(now);
    expect(getSendTime({ ...none, quietFrom: 60, quietTo: 60 }, now)).toEqual(now);
  });

  test('never wait longer than 25 hours where clocks go back by at most an hour', () => {
    fc.assert(
      fc.property(
        fc.nat(1_439),
        fc.nat(1_439),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        (quietFrom, quietTo, timeZone, now) => {
          const quietHours = { quietFrom, quietTo, timeZone };
          const sendAt = getSendTime(quietHours, now);
          const waitHours = (sendAt.getTime() - now.getTime()) / 3_600_000;
          expect(waitHours).toBeGreaterThanOrEqual(0);
          expect(waitHours).toBeLessThanOrEqual(25);
        },
      ),
    );
  });
});
