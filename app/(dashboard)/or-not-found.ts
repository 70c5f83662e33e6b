import { notFound } from 'next/navigation';
import { ServiceError } from '#lib/core/errors';
import { pageReady } from './projects/[projectId]/page-ready';

/**
 * The value of a question; the "nothing here" page when what it asks about does not exist, with status 404 while a
 * document has not begun.
 */
export async function orNotFound<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') nothingHere();
    throw error;
  }
}

/** Shows the "nothing here" page. What stands while a page is read fails with it, since that is what begins a document. */
export function nothingHere(): never {
  try {
    notFound();
  } catch (error) {
    pageReady().reject(error);
    throw error;
  }
}
