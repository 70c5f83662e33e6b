import { expect, test } from 'vitest';
import {
  getPrecisionAndRecall,
  languages,
  measureLanguage,
  measureRecordings,
  sumAgreement,
} from '#scripts/bench/mentions';

test.each(languages)(
  'finds at least 95% of the labeled mentions, and few others, in %s sentences',
  (language) => {
    const { agreement, differences, texts } = measureLanguage(language);
    expect(texts).toBeGreaterThanOrEqual(20);
    const { precision, recall } = getPrecisionAndRecall(agreement);
    expect({ precision, recall, differences }).toEqual({
      precision: expect.toSatisfy((share: number) => share >= 0.95),
      recall: expect.toSatisfy((share: number) => share >= 0.95),
      differences: expect.anything(),
    });
  },
);

test('finds at least 97% of all labeled mentions, and at least 97% of the mentions that it finds are labeled', () => {
  const { precision, recall } = getPrecisionAndRecall(
    sumAgreement(languages.map((language) => measureLanguage(language).agreement)),
  );
  expect(precision).toBeGreaterThanOrEqual(0.97);
  expect(recall).toBeGreaterThanOrEqual(0.97);
});

test('finds the labeled mentions in recorded answers, if the folder ../shared/recordings exists', ({
  skip,
}) => {
  const recordings = measureRecordings();
  if (!recordings) return skip('there is no folder ../shared/recordings');
  expect(recordings.differences).toEqual([]);
});
