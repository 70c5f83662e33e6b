'use server';

import { z } from 'zod';
import type { ApiScope } from '#lib/contract/plans';
import { parseInput } from '#lib/core/validation';
import { disableClassifier, retryClassifier } from '#lib/dashboard/sentiment/classifier';
import { labelSentence } from '#lib/dashboard/sentiment/label-sentences';
import { enableModelClassifier } from '#lib/registry/enable-classifier';
import { replaceDashboardKey } from '#lib/registry/service-access';
import { createApiKey, revokeApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { saveProviderKeys } from '#lib/service/provider-keys/check-provider-keys';
import { removeProviderKeys } from '#lib/service/provider-keys/provider-keys';
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
  const expiresAt = expiresOn === '' ? undefined : new Date(`${parseInput(daySchema, expiresOn)}T23:59:59Z`);
  return (await createApiKey(context, { ...input, expiresAt })).secret;
}, getDevelopersPath);

/** Replaces an API key. @returns the new key, which is shown only once */
export const rotateKeyAction = createAction(
  async (context, input: { id: string; overlapDays: number }) => (await rotateApiKey(context, input)).secret,
  getDevelopersPath,
);

export const revokeKeyAction = createAction(revokeApiKey, getDevelopersPath);

/** Replaces the API key of the dashboard, for example after it was revoked. */
export const replaceApiKeyAction = createAction(replaceDashboardKey, getDevelopersPath);

export const setProviderKeysAction = createAction(saveProviderKeys, getDevelopersPath);
export const removeProviderKeysAction = createAction(removeProviderKeys, getDevelopersPath);

/** Makes a language model the organization's sentiment classifier, after testing it with a request. */
export const enableClassifierAction = createAction(enableModelClassifier, getDevelopersPath);
export const disableClassifierAction = createAction(disableClassifier, getDevelopersPath);
export const retryClassifierAction = createAction(retryClassifier, getDevelopersPath);
export const labelSentenceAction = createAction(labelSentence, getDevelopersPath);
