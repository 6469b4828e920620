import { describe, expect, it } from 'vitest';
import { defaultPauses, isOver, parsePauses } from '#lib/webhooks/pauses.ts';
import { newWebhook } from '#lib/jobs/notification.ts';

describe('the pauses between attempts', () => {
  it('default to those of Standard Webhooks, for more than a day', () => {
    expect(defaultPauses).toEqual([5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600]);
    expect(defaultPauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(24 * 3600);
  });

  it('are parsed from a list', () => {
    expect(parsePauses(defaultPauses.join(','))).toEqual(defaultPauses);
    expect(parsePauses(' 1, 39600 ')).toEqual([1, 39_600]);
  });

  it.each(['', '1,', '0', '-1', '1.5', '1;2', 'soon', '39601', Array(16).fill('1').join()])(
    'cannot be "%s"',
    (list) => {
      expect(() => parsePauses(list)).toThrow(/1 to 15 numbers from 1 to 39600/);
    },
  );
});

describe('a webhook', () => {
  const webhook = newWebhook('https://example.com/', 'https://api.example.com');

  it.each([
    ['is new', {}, false],
    ['failed', { attempts: 1, lastStatus: 500 }, false],
    ['has one attempt left', { attempts: 2, lastStatus: null }, false],
    ['has none left', { attempts: 3, lastStatus: 500 }, true],
    ['is not wanted', { attempts: 1, lastStatus: 410 }, true],
    ['arrived', { attempts: 1, lastStatus: 200, deliveredAt: '2026-11-21T10:00:00.000Z' }, true],
  ])('that %s is over: %#', (_, state, over) => {
    expect(isOver({ ...webhook, ...state }, [1, 2])).toBe(over);
  });
});
