import { z } from 'zod';
import { anyAnswer } from '#lib/contract/filters/answer-filters';
import { isStorableText } from '#lib/core/text';
import {
  type AnswerListItem,
  answerListItemSchema,
  listAnswers,
} from '#lib/dashboard/analytics/answers/list-answers';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { getReport, reportKey } from '#lib/dashboard/reports/reports';
import { defineOperation } from '#lib/operations/define-operation';

const maxAnswers = 20;

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const listQuotableAnswers = defineOperation({
  name: 'reports.list-quotable-answers',
  title: 'List answers to quote in a report',
  description: `Lists the newest ${maxAnswers} answers that match the filters of a report and contain a text.`,
  permission: 'projects.read',
  effect: 'read',
  input: z.object({
    ...reportKey,
    search: z
      .string('Enter text to search for.')
      .trim()
      .max(300, 'Enter at most 300 characters.')
      .refine(isStorableText, 'The text contains an invalid character.')
      .describe('The text. Empty for any.'),
  }),
  output: z.array(answerListItemSchema),
  // The data may be a few seconds old (`runStaleRead`).
  isTransaction: false,
  async run(context, { projectId, reportId, search }): Promise<AnswerListItem[]> {
    const report = await getReport(context, { projectId, reportId });
    const filters = parseReportFilters(report, {}, context.clock);
    const answerFilters = search === '' ? anyAnswer : { ...anyAnswer, search };
    return (await listAnswers(context, filters, { answerFilters, limit: maxAnswers })).answers;
  },
});
