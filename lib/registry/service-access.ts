import { z } from 'zod';
import { changeSigning, replaceApiKey } from '#lib/dashboard/api-credentials/api-credentials';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { createDashboardKey } from '#lib/service/api-keys/api-keys';
import {
  disableSigning,
  enableSigning,
  rotateSigningSchema,
  rotateSigningSecret,
} from '#lib/service/webhooks/signing';

// Operations that change both the service and the dashboard's access to it, in one transaction.

/**
 * @returns the secret: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS if it is already enabled
 */
export const enableWebhookSigning = defineOperation({
  name: 'webhook-signing.enable',
  title: 'Sign webhooks',
  description:
    'Enables webhook signing. The secret is returned only now. Fails if signing is already enabled.',
  permission: 'signing.manage',
  effect: 'write',
  input: noInput,
  output: z.object({ secret: z.string() }),
  audit: ['signing.enabled'],
  run: async (context) => ({
    secret: await changeSigning(context, async (tx) => (await enableSigning(tx)).secret),
  }),
});

/**
 * @returns the secret: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_NOT_FOUND, also if signing is disabled
 */
export const rotateWebhookSigning = defineOperation({
  name: 'webhook-signing.rotate',
  title: 'Rotate the signing secret',
  description:
    'Replaces the signing secret: the next delivery is signed with the new one, which is returned only now.',
  permission: 'signing.manage',
  effect: 'write',
  input: rotateSigningSchema,
  output: z.object({ secret: z.string() }),
  audit: ['signing.rotated'],
  run: async (context, input) => ({
    secret: await changeSigning(context, async (tx) => (await rotateSigningSecret(tx, input)).secret),
  }),
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND */
export const disableWebhookSigning = defineOperation({
  name: 'webhook-signing.disable',
  title: 'Stop signing webhooks',
  description: 'Disables webhook signing and deletes the secrets. Does nothing if signing is disabled.',
  permission: 'signing.manage',
  effect: 'delete',
  input: noInput,
  audit: ['signing.disabled'],
  async run(context) {
    await changeSigning(context, async (tx) => {
      await disableSigning(tx);
      return null;
    });
  },
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND without credentials */
export const replaceDashboardKey = defineOperation({
  name: 'dashboard-key.replace',
  title: 'Replace the API key of the dashboard',
  description:
    'Creates a new API key with which the dashboard calls the service, for example after the previous one was revoked. The previous one is not revoked.',
  permission: 'keys.manage',
  effect: 'write',
  input: noInput,
  audit: ['api-key.created'],
  run: (context) => replaceApiKey(context, async (tx) => (await createDashboardKey(tx)).secret),
});
