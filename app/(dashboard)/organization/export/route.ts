import { ServiceError } from '#lib/core/errors';
import { exportOrganization } from '#lib/service/exports/export-organization';
import { getContext } from '../../../session';
import { toWebStream } from '../../web-stream';

/** Exports all data of the organization as a ZIP archive, for owners. */
export async function GET() {
  try {
    const { fileName, body } = await exportOrganization(await getContext());
    return new Response(toWebStream(body), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) {
      return new Response(`${error.message}\n`, { status: error.status });
    }
    throw error;
  }
}
