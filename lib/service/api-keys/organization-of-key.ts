import { ServiceError } from '#lib/core/errors';
import type { Database } from '#lib/db/client';

/** The organization a key belongs to, for the operator, who names keys alone. @throws ServiceError RESOURCE_NOT_FOUND */
export async function organizationOfKey(db: Database, keyId: string): Promise<string> {
  const { rows } = await db.$client.query<{ organizationId: string }>(
    'SELECT organization_id AS "organizationId" FROM api_keys WHERE id = $1',
    [keyId],
  );
  const found = rows[0];
  if (found) return found.organizationId;
  throw new ServiceError('RESOURCE_NOT_FOUND', {
    message: `There is no API key ${keyId}.`,
    details: { id: keyId },
  });
}
