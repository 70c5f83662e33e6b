import { afterEach, expect } from 'vitest';
import { takeBrowserProblems } from '#tests/support/browser-problems';

afterEach(() => {
  expect(takeBrowserProblems(), 'problems in the browser (see allowBrowserProblems)').toEqual([]);
});
