import { z } from 'zod';
import { disclosureSchema } from '#lib/contract/disclosure';
import { lookupIdSchema } from '#lib/core/validation';
import { loadReportDisclosure } from '#lib/dashboard/reports/report-disclosure';
import { listMethods } from '#lib/format/report-definitions';
import { defineOperation } from '#lib/operations/define-operation';

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getReportDisclosure = defineOperation({
  name: 'reports.get-disclosure',
  title: 'Get the disclosure of a report',
  description:
    'Returns how the numbers of a report came about: prompts, engines, countries, failures, precision, methods, what changed and who paid. Null for a report that an earlier version froze. Viewers of a share link learn no more than the report shows, except counts.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({
    projectId: lookupIdSchema,
    reportId: lookupIdSchema,
    filters: z
      .string()
      .default('')
      .describe('Filters that narrow those of a live report, as in the address of a page.'),
  }),
  output: disclosureSchema.nullable(),
  // Opens a transaction with one snapshot of the data, which may be a few seconds old (`runStaleRead`).
  isTransaction: false,
  run: (context, { filters, ...key }) =>
    loadReportDisclosure(context, { ...key, query: filters }, listMethods),
});
