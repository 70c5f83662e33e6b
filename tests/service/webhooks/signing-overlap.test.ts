import { afterAll, expect, test } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import {
  disableSigning,
  enableSigning,
  endSigningOverlap,
  rotateSigningSecret,
} from '#lib/service/webhooks/signing';
import { insertDelivery } from '#tests/support/deliveries';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';
import { startWebhookService } from '#tests/support/webhook-service';

const endpoint = await startWebhookEndpoint();
const webhookService = await startWebhookService(endpoint.host);
afterAll(async () => {
  await webhookService.testService.stop();
  await endpoint.stop();
});

test('signs with both secrets during the overlap, and only with the new one after it', async () => {
  const context = await webhookService.createContext();
  const deliver = async () => {
    await insertDelivery(context, `${endpoint.url}/hook`);
    await webhookService.deliverDue();
    const request = endpoint.received.at(-1);
    if (!request) throw new Error('Nothing was received.');
    const sign = (secret: string) =>
      `v1=${hmacSha256Hex(secret, `${request.headers['x-svc-timestamp']}.${request.body}`)}`;
    const { 'x-svc-signature': signature, 'x-svc-signature-previous': previous } = request.headers;
    return { sign, signatures: [signature, previous] };
  };
  const first = (await enableSigning(context)).secret;
  let sent = await deliver();
  expect(sent.signatures).toEqual([sent.sign(first), undefined]);

  const second = (await rotateSigningSecret(context, { overlapDays: 2 })).secret;
  sent = await deliver();
  expect(sent.signatures).toEqual([sent.sign(second), sent.sign(first)]);

  const third = (await rotateSigningSecret(context, { overlapDays: 1 })).secret;
  sent = await deliver();
  expect(sent.signatures).toEqual([sent.sign(third), sent.sign(second)]);

  await context.db.$client.query(
    'UPDATE organizations SET previous_signing_secret_expires_at = now() WHERE id = $1',
    [context.organizationId],
  );
  sent = await deliver();
  expect(sent.signatures).toEqual([sent.sign(third), undefined]);

  const fourth = (await rotateSigningSecret(context, { overlapDays: 1 })).secret;
  await endSigningOverlap(context);
  sent = await deliver();
  expect(sent.signatures).toEqual([sent.sign(fourth), undefined]);

  await rotateSigningSecret(context, { overlapDays: 1 });
  await disableSigning(context);
  sent = await deliver();
  expect(sent.signatures).toEqual([undefined, undefined]);
});
