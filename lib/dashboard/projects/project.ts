import { ServiceError } from '#lib/core/errors';
import type { Brand } from '#lib/dashboard/projects/brand';

/** One brand watched against its competitors. */
export interface Project {
  id: string;
  name: string;
  createdAt: Date;
  own: Brand;
  competitors: Brand[];
}

export function projectNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such project. It may have been deleted.',
    details: { id },
  });
}

/** Puts a project together from its row and its brands. @throws ServiceError when the own brand is missing */
export function assembleProject(
  row: { id: string; name: string; createdAt: Date },
  brands: readonly Brand[],
): Project {
  const own = brands.find((brand) => brand.role === 'own');
  if (!own) {
    throw new ServiceError('INTERNAL_SERVER_ERROR', { internal: `project ${row.id} has no own brand` });
  }
  return { ...row, own, competitors: brands.filter((brand) => brand.role === 'competitor') };
}
