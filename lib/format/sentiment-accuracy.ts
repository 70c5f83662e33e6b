import { formatLanguage } from '#lib/core/language-names';
import { defineMessages } from '#lib/core/messages';
import { formatPercent } from '#lib/core/numbers';
import { isLanguageOff, type LanguageAccuracy, sampleSize } from '#lib/core/sentiment';

const messages = defineMessages({
  notMeasured: '{language}: not measured yet, {labeled, number} of {needed, number} sentences labeled.',
  off: '{language}: off, because the classifier is right in only {correct, number} of {labeled, plural, one {# labeled sentence} other {# labeled sentences}} ({share}).',
  measured:
    '{language}: right in {correct, number} of {labeled, plural, one {# labeled sentence} other {# labeled sentences}} ({share}).',
});

/** Describes the accuracy of the classifier in a language: "English: right in 26 of 30 labeled sentences (87%)." */
export function describeAccuracy(accuracy: LanguageAccuracy): string {
  const { labeled, correct } = accuracy;
  const language = formatLanguage(accuracy.language);
  if (labeled < sampleSize) return messages.notMeasured({ language, labeled, needed: sampleSize });
  const share = formatPercent(correct / labeled);
  const format = isLanguageOff(accuracy) ? messages.off : messages.measured;
  return format({ language, correct, labeled, share });
}
