import { sha256 } from '#lib/core/crypto';
import { formatFacts, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { noValue } from '#lib/core/numbers';
import { variableMetrics } from '#lib/core/report-variables';
import { hasSentiment } from '#lib/core/sentiment';
import type { ReportData } from '#lib/dashboard/reports/report-data';
import type { Report } from '#lib/dashboard/reports/reports';
import type { EmailContent } from '#lib/email/email-content';
import { quoteName, withoutLinks } from '#lib/email/quote-text';
import { describeFictional } from '#lib/format/metric-descriptions';
import { buildReportVariables } from '#lib/format/report-variables';
import { summarizeOverview } from '#lib/format/summary-sentences';
import { metricLabels } from '#lib/report-emails/metric-labels';

/** An email about a report, without recipient and attachments. */
export interface ReportEmail extends EmailContent {
  subject: string;
}

const messages = defineMessages({
  subject: 'Report {report}, {period} – Answerscope',
  noAnswers: 'There are no answers in {period} with the filters of this report.',
});

/**
 * Composes the email of a report: its main result, its metrics with their change, and a link.
 * @param attachmentNote a sentence that states what is attached, or why nothing is
 */
export function composeReportEmail(
  {
    report,
    data,
    appUrl,
  }: { report: Pick<Report, 'id' | 'name' | 'projectId'>; data: ReportData; appUrl: string },
  attachmentNote: string | null,
): ReportEmail {
  const variables = buildReportVariables(data);
  const { headline } = data.overview;
  const hasAnswers = headline.answers > 0;
  const fictional = headline.isFictional
    ? 'All answers are fictional: they come from the sandbox.'
    : describeFictional(headline, data.engineLabels);
  return {
    subject: messages.subject({ report: quoteName(report.name), period: variables.period ?? '' }),
    paragraphs: [
      hasAnswers
        ? withoutLinks(joinSentences([summarizeOverview(headline), fictional]))
        : messages.noAnswers({ period: variables.period ?? '' }),
      ...(attachmentNote ? [attachmentNote] : []),
    ],
    details: hasAnswers
      ? [
          ...listMetrics(headline).map((metric) => ({
            label: metricLabels[metric],
            value: describeMetric(variables, metric),
          })),
          { label: 'Answers', value: variables.answers ?? '' },
          { label: 'Compared with', value: variables.comparison ?? '' },
          { label: 'As of', value: variables.as_of ?? '' },
        ]
      : [],
    action: { label: 'Open report', url: `${appUrl}/projects/${report.projectId}/reports/${report.id}` },
    note: joinSentences([
      'Only members of the organization can open the report.',
      hasAnswers ? 'The values in parentheses are 95% confidence intervals.' : null,
    ]),
  };
}

/** Lists the metrics of the email: sentiment only if a language model classifies sentences. */
const listMetrics = ({ sentiment }: ReportData['overview']['headline']) =>
  variableMetrics.filter((metric) => metric !== 'sentiment' || hasSentiment(sentiment));

/** Describes a metric as "38% (35 to 41%) · +1 point, within noise"; missing parts are left out. */
function describeMetric(variables: Readonly<Record<string, string>>, metric: string): string {
  const [value = noValue, interval = ''] = [variables[metric], variables[`${metric}.interval`]];
  if (value === noValue) return 'No data';
  const withInterval = /\d/.test(interval) ? `${value} (${interval})` : value;
  return formatFacts([withInterval, variables[`${metric}.change`]]);
}

/**
 * Returns a hash of a report's contents: the number of its answers, the rounded metrics of its brands, and the IDs of its
 * newest answers.
 */
export function computeFingerprint(data: ReportData): string {
  const { headline, brandMetrics, latestAnswers } = data.overview;
  const round = (value: number | null | undefined) => (value == null ? null : Number(value.toFixed(3)));
  const rows = brandMetrics.map(({ brand, visibility, shareOfVoice, position, citationRate, sentiment }) => [
    brand.id,
    ...[visibility.value, shareOfVoice.value, position.mean, citationRate.value, sentiment.value].map(round),
  ]);
  const newest = latestAnswers.answers.map(({ id }) => id);
  return sha256(JSON.stringify([headline.answers, rows, newest])).toString('hex');
}
