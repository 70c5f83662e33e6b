import { ServiceError } from '#lib/core/errors';
import type { Connection } from '#lib/database/connection';

/** Whether the organization's webhooks are signed. @throws ServiceError RESOURCE_NOT_FOUND */
export async function readSigning(
  connection: Connection,
  organizationId: string,
): Promise<{ enabled: boolean }> {
  const { rows } = await connection.query<{ enabled: boolean }>(
    'SELECT signing_secret IS NOT NULL AS enabled FROM organizations WHERE id = $1',
    [organizationId],
  );
  const found = rows[0];
  if (found) return found;
  throw new ServiceError('RESOURCE_NOT_FOUND', {
    message: `There is no organization ${organizationId}.`,
    details: { id: organizationId },
  });
}
