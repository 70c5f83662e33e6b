import { previewAlert } from '#lib/dashboard/alerts/preview-alert';
import { getSpotCheck } from '#lib/dashboard/analytics/answers/spot-check';
import { listAspectSentences } from '#lib/dashboard/analytics/competitors/aspects';
import { explainChange } from '#lib/dashboard/analytics/explanations/explain-change';
import { findAmbiguousNames } from '#lib/dashboard/brands/ambiguous-names';
import { findBrandProblems } from '#lib/dashboard/brands/find-brand-problems';
import { previewBrand } from '#lib/dashboard/brands/preview-brand';
import { suggestCompetitors } from '#lib/dashboard/brands/suggest-competitors';
import { countMentions } from '#lib/dashboard/counts/count-mentions';
import { getBackfillProgress } from '#lib/dashboard/demo/demo-project';
import { estimatePower } from '#lib/dashboard/experiments/power';
import { readBrandsFile, readPromptsFile } from '#lib/dashboard/onboarding/read-files';
import { suggestBrand } from '#lib/dashboard/onboarding/suggest-brand';
import { suggestPrompts } from '#lib/dashboard/onboarding/suggest-prompts';
import { getProject, listProjects } from '#lib/dashboard/projects/project';
import { previewImport } from '#lib/dashboard/prompts/import-prompts';
import { getPrompt, listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { getPromptTexts, searchPrompts } from '#lib/dashboard/prompts/prompt-texts';
import { getBranding } from '#lib/dashboard/reports/branding';
import { listQuotableAnswers } from '#lib/dashboard/reports/list-quotable-answers';
import { getReport, listReports } from '#lib/dashboard/reports/reports';
import { getRescoringProgress } from '#lib/dashboard/rescoring/rescoring-progress';
import { getPendingTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { getBudgets } from '#lib/dashboard/runs/budgets';
import { listFailedItems } from '#lib/dashboard/runs/failed-items';
import { getRun, listRuns } from '#lib/dashboard/runs/list-runs';
import { listMissingAddOns } from '#lib/dashboard/runs/missing-add-ons';
import { getRunProgress, listRunBreakdown } from '#lib/dashboard/runs/run-progress';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { getClassifier } from '#lib/dashboard/sentiment/classifier';
import { listLabeledLanguages } from '#lib/dashboard/sentiment/label-sentences';
import { listShares } from '#lib/dashboard/shares/shares';
import { getReportDisclosure } from '#lib/registry/report-disclosure';
import { getMonthlyCredits } from '#lib/service/credits/credit-balance';
import { listInvitations } from '#lib/service/members/invitations';
import { listAuditActors } from '#lib/service/organizations/audit-log';
import { getSecondFactorPolicy } from '#lib/service/organizations/second-factor';
import { listLanguageModelProviders } from '#lib/service/provider-keys/language-model';
import { listProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { listRequestKeys } from '#lib/service/request-log/list-requests';
import { getQueueDetails } from '#lib/service/tasks/queue';
import { getMonthlyUsage } from '#lib/service/usage/get-monthly-usage';
import { listDisabledEndpoints } from '#lib/service/webhooks/endpoints';
import { getSigningState } from '#lib/service/webhooks/signing';

/** The operations that only read, by the name of their function. */
export const readOperations = {
  countMentions,
  estimatePower,
  explainChange,
  findAmbiguousNames,
  findBrandProblems,
  getBackfillProgress,
  getBranding,
  getBudgets,
  getClassifier,
  getMonthlyCredits,
  getMonthlyUsage,
  getPendingTimeZone,
  getProject,
  getPrompt,
  getPromptTexts,
  getQueueDetails,
  getReport,
  getReportDisclosure,
  getRescoringProgress,
  getRun,
  getRunProgress,
  getSchedule,
  getSecondFactorPolicy,
  getSigningState,
  getSpotCheck,
  listAspectSentences,
  listAuditActors,
  listDisabledEndpoints,
  listFailedItems,
  listInvitations,
  listLabeledLanguages,
  listLanguageModelProviders,
  listMissingAddOns,
  listProjects,
  listPrompts,
  listProviderKeys,
  listQuotableAnswers,
  listReports,
  listRequestKeys,
  listRunBreakdown,
  listRuns,
  listShares,
  listViews,
  previewAlert,
  previewBrand,
  previewImport,
  readBrandsFile,
  readPromptsFile,
  searchPrompts,
  suggestBrand,
  suggestCompetitors,
  suggestPrompts,
};
