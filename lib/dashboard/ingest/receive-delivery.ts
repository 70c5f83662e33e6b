import { webhookPayloadSchema } from '#lib/contract/webhook';
import type { Clock } from '#lib/core/clock';
import { isNestedDeeper } from '#lib/core/json-depth';
import { connectionByReceiverToken } from '#lib/dashboard/api-credentials/connection-by-receiver-token';
import { storableJson } from '#lib/dashboard/ingest/storable-json';
import { storeReceived } from '#lib/dashboard/ingest/store-received';
import { verifyDelivery } from '#lib/dashboard/ingest/verify-delivery';
import { wakeIngestion } from '#lib/dashboard/ingest/wake-ingestion';
import type { Database } from '#lib/db/client';

/** The largest delivery that is read, in bytes. */
export const deliveryBytes = 10 * 1024 * 1024;

/** Levels of nesting; results have about ten, raw events of vendors some more. */
const deepestRecord = 500;

/** What the receiver answers; any 2xx acknowledges. */
export interface Receipt {
  status: 202 | 400 | 401 | 404;
  message: string;
}

const answers = {
  good: { status: 202, message: 'Received.' },
  unknown: { status: 404, message: 'There is no receiver at this address.' },
  unsigned: { status: 400, message: 'A signing header is missing or cannot be read.' },
  stale: { status: 400, message: 'The timestamp is more than five minutes away from the time here.' },
  forged: { status: 401, message: 'The signature does not match the body.' },
  unreadable: { status: 400, message: 'The body is not a task record as JSON.' },
} as const satisfies Record<string, Receipt>;

/**
 * Receives a webhook delivery: verifies its raw bytes where the connection has a signing secret, keeps it, has it
 * analysed and acknowledges. The token in the address is a secret too, so an unsigned delivery is taken where
 * signing is off. A second delivery of a task changes nothing.
 */
export async function receiveDelivery(
  { db, clock }: { db: Database; clock: Clock },
  { token, headers, body }: { token: string; headers: Headers; body: Uint8Array },
): Promise<Receipt> {
  const known = await connectionByReceiverToken(db, token);
  if (!known) return answers.unknown;
  if (known.signingSecret !== null) {
    const verdict = verifyDelivery(known.signingSecret, headers, body, clock.now());
    if (verdict !== 'good') return answers[verdict];
  }
  const json = readText(body);
  const record = json === undefined ? undefined : readRecord(json);
  if (json === undefined || !record) return answers.unreadable;
  await storeReceived(db, {
    organizationId: known.organizationId,
    taskId: record.task.id,
    record: storableJson(json),
    via: 'webhook',
    now: clock.now(),
  });
  await wakeIngestion(db);
  return answers.good;
}

function readText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function readRecord(json: string) {
  if (isNestedDeeper(json, deepestRecord)) return undefined;
  try {
    return webhookPayloadSchema.safeParse(JSON.parse(json)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
