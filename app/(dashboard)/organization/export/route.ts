import { exportOrganization } from '#lib/service/exports/export-organization';
import { getContext } from '../../../session';
import { respondWithFile } from '../../export-response';

/** Exports all data of the organization as a ZIP archive, for owners. */
export async function GET() {
  const context = await getContext();
  return respondWithFile(async () => {
    const { fileName, body } = await exportOrganization(context);
    return { name: fileName, type: 'application/zip', body };
  });
}
