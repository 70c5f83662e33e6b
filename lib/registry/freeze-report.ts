import { z } from 'zod';
import { storeFrozenReport } from '#lib/dashboard/reports/freeze-report';
import { reportKey } from '#lib/dashboard/reports/reports';
import { listDefinitions, listMethods } from '#lib/format/report-definitions';
import { defineOperation } from '#lib/operations/define-operation';

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR if it is frozen or has just been changed */
export const freezeReport = defineOperation({
  name: 'reports.freeze',
  title: 'Freeze a report',
  description:
    'Stores the numbers, the definitions, the answers and the tables that a live report shows now. From then on, the report shows these, even if brands are changed or answers deleted later.',
  permission: 'reports.edit',
  effect: 'write',
  input: z.object(reportKey),
  audit: ['report.frozen'],
  // The data may be a few seconds old (`runStaleRead`).
  isTransaction: false,
  run: (context, key) => storeFrozenReport(context, { ...key, listDefinitions, listMethods }),
});
