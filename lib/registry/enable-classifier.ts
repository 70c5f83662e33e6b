import { getEnv } from '#lib/core/env';
import { enableClassifier, enableClassifierSchema } from '#lib/dashboard/sentiment/classifier';
import { defineOperation } from '#lib/operations/define-operation';
import { askLanguageModel } from '#lib/service/provider-keys/language-model';

/** @throws ServiceError VALIDATION_ERROR, EXTERNAL_SERVICE_ERROR with the reason of the provider */
export const enableModelClassifier = defineOperation({
  name: 'classifier.enable',
  title: 'Enable a language model as sentiment classifier',
  description:
    'Makes a language model the sentiment classifier from a given day, with the organization’s own key, if it classifies a test sentence correctly. Every project is rescored, and the answers before that day lose their sentiment: classifiers are never mixed.',
  permission: 'providers.manage',
  effect: 'spend',
  cost: 'The provider bills the test sentence, and later the classification of each answer.',
  input: enableClassifierSchema,
  audit: ['classifier.enabled'],
  // Sends a request to the provider.
  isTransaction: false,
  run: (context, input) =>
    enableClassifier(
      context,
      input,
      (choice) => (request, signal) => askLanguageModel(getEnv(), context, choice, request, signal),
    ),
});
