import { ServiceError } from '#lib/core/errors';
import { formatContentDisposition } from '#lib/core/file-name';
import type { ExportedFile } from '#lib/dashboard/exports/write-file';
import { recordUnknownId } from '../session';
import { toWebStream } from './web-stream';

/** Responds with a file to download, or with the message of an error that the user can act on; throws other errors. */
export async function respondWithFile(load: () => Promise<ExportedFile>): Promise<Response> {
  try {
    const { name, type, body } = await load();
    return new Response(toWebStream(body), {
      headers: {
        'Content-Type': type,
        'Content-Disposition': formatContentDisposition('attachment', name),
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    await recordUnknownId(error);
    if (error instanceof ServiceError && (error.status < 500 || error.code === 'SERVICE_UNAVAILABLE')) {
      const retryAfter = error.details?.retryAfterSeconds;
      return new Response(`${error.message}\n`, {
        status: error.status,
        headers: typeof retryAfter === 'number' ? { 'Retry-After': String(retryAfter) } : {},
      });
    }
    throw error;
  }
}
