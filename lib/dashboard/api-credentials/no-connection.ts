import { ServiceError } from '#lib/core/errors';

/** What is thrown where an organization has no connection to the service. */
export function noConnection(organizationId: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'This organization is not connected to the service yet. Ask the operator to connect it.',
    details: { id: organizationId },
  });
}
