import { notFound } from 'next/navigation';
import { ServiceError } from '#lib/core/errors';

/** The value of a question; the "nothing here" page, with status 404, when what it asks about does not exist. */
export async function orNotFound<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') notFound();
    throw error;
  }
}
