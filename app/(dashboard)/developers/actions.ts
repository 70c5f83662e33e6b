'use server';

import { z } from 'zod';
import type { ApiScope } from '#lib/contract/plans';
import { getEnv } from '#lib/core/env';
import { parseInput } from '#lib/core/validation';
import { replaceApiKey } from '#lib/dashboard/api-credentials/api-credentials';
import {
  disableClassifier,
  type EnableClassifierInput,
  enableClassifier,
  retryClassifier,
} from '#lib/dashboard/sentiment/classifier';
import type { GetLanguageModel } from '#lib/dashboard/sentiment/classify-sentences';
import type { Context } from '#lib/dashboard/session/session';
import { createApiKey, createDashboardKey, revokeApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { checkAndSetProviderKeys } from '#lib/service/provider-keys/check-provider-keys';
import { askLanguageModel } from '#lib/service/provider-keys/language-model';
import { type ProviderKeysInput, removeProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { createAction } from '../create-action';

const daySchema = z.string('Enter the date on which the key expires, such as 2030-01-31.');
const getDevelopersPath = () => '/developers';

interface CreateKeyInput {
  name: string;
  /** YYYY-MM-DD; empty for a key that never expires. */
  expiresOn: string;
  /** Null for all scopes. */
  scopes?: ApiScope[] | null;
  allowedIps?: string[];
}

/** Creates an API key. @returns the key, which is shown only once */
export const createKeyAction = createAction(async (context, { expiresOn, ...input }: CreateKeyInput) => {
  const expiresAt = expiresOn === '' ? null : new Date(`${parseInput(daySchema, expiresOn)}T23:59:59Z`);
  return (await createApiKey(context, { ...input, expiresAt })).secret;
}, getDevelopersPath);

/** Replaces an API key. @returns the new key, which is shown only once */
export const rotateKeyAction = createAction(
  async (context, input: { id: string; overlapDays: number }) => (await rotateApiKey(context, input)).secret,
  getDevelopersPath,
);

export const revokeKeyAction = createAction(revokeApiKey, getDevelopersPath);

/** Replaces the API key of the dashboard, for example after it was revoked. */
export const replaceApiKeyAction = createAction(
  (context) => replaceApiKey(context, async (tx) => (await createDashboardKey(tx)).secret),
  getDevelopersPath,
);

/** Checks an organization's keys for a provider with a live request, then stores them. */
export const setProviderKeysAction = createAction(
  (context, input: ProviderKeysInput) => checkAndSetProviderKeys(getEnv(), context, input),
  getDevelopersPath,
);
export const removeProviderKeysAction = createAction(removeProviderKeys, getDevelopersPath);

/** Creates the function that returns a language model with the organization's own key. */
const createModelGetter =
  (context: Context): GetLanguageModel =>
  (choice) =>
  (request, signal) =>
    askLanguageModel(getEnv(), context, choice, request, signal);

/** Makes a language model the organization's sentiment classifier, after testing it with a request. */
export const enableClassifierAction = createAction(
  (context, input: EnableClassifierInput) => enableClassifier(context, input, createModelGetter(context)),
  getDevelopersPath,
);
export const disableClassifierAction = createAction(disableClassifier, getDevelopersPath);
export const retryClassifierAction = createAction(retryClassifier, getDevelopersPath);
