import { ServiceError } from '#lib/core/errors';
import { exportTable } from '#lib/dashboard/exports/export-table';
import { getContext } from '../../../../../session';
import { toWebStream } from '../../../../web-stream';

/** Exports a table or chart with the filters in the URL. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ projectId: string; table: string }> },
) {
  const searchParams = new URL(request.url).searchParams;
  const context = await getContext();
  try {
    const { name, type, body } = await exportTable(context, {
      ...(await params),
      format: searchParams.get('format') ?? 'csv',
      parameters: searchParams,
    });
    return new Response(toWebStream(body), {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
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
