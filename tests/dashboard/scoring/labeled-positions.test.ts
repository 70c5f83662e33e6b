import { expect, test } from 'vitest';
import { corpusFiles, measurePositions, measureRecordedPositions } from '#scripts/bench/positions';

const minShare = 0.9;

test.each(corpusFiles)('ranks brands as a human reader does on the path of every provider: $name', (file) => {
  const { labels, agreeing, differences } = measurePositions(file);
  expect(labels).toBeGreaterThan(0);
  expect({ share: agreeing / labels, differences }).toEqual({
    share: expect.toSatisfy((share: number) => share >= minShare),
    differences: expect.anything(),
  });
});

test('ranks brands in recorded answers, if the folder ../shared/recordings exists', ({ skip }) => {
  const recorded = measureRecordedPositions();
  if (!recorded) return skip('there is no folder ../shared/recordings');
  expect(recorded.labels).toBeGreaterThan(0);
  expect(recorded.differences).toEqual([]);
});
