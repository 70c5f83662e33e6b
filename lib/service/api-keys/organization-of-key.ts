import { ServiceError } from '#lib/core/errors';
import type { Connection } from '#lib/db/connection';

/** The organization a key belongs to, for the operator, who names keys alone. @throws ServiceError RESOURCE_NOT_FOUND */
export async function organizationOfKey(connection: Connection, keyId: string): Promise<string> {
  const { rows } = await connection.query<{ organizationId: string }>(
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
