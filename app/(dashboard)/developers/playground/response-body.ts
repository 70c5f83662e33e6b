import type { FieldError } from '#lib/core/errors';
import type { PlaygroundResponse } from '#lib/dashboard/playground/send-playground-request';
import { toRecord } from './form-state';

/** The error of a response. */
export interface ResponseError {
  code: string;
  message: string;
  /** Invalid fields. */
  fields: FieldError[];
}

/** Reads the error of a response; undefined if it has none. */
export function readError({ status, text }: PlaygroundResponse): ResponseError | undefined {
  if (status < 400) return undefined;
  const body = toRecord(parseJson(text));
  const { code, message } = toRecord(body.error);
  const details = Array.isArray(body.details) ? body.details.map(toRecord) : [];
  return {
    code: String(code ?? status),
    message: String(message ?? 'The response has no error details.'),
    fields: details.map(({ field, message: problem }) => ({
      field: String(field),
      message: String(problem),
    })),
  };
}

/** Lists the IDs of the tasks that a response reports as created. */
export function listCreatedTaskIds({ text }: PlaygroundResponse): string[] {
  const body = toRecord(parseJson(text));
  const results = Array.isArray(body.results) ? body.results.map(toRecord) : [body];
  return results.map(({ task }) => toRecord(task).id).filter((id) => typeof id === 'string');
}

/** Returns the status of a task from its record. */
export function readTaskStatus({ text }: PlaygroundResponse): string {
  return String(toRecord(toRecord(parseJson(text)).task).status ?? '');
}

/** Returns a header; undefined if the response does not have it. */
export function getHeader({ headers }: PlaygroundResponse, name: string): string | undefined {
  return headers.find(([header]) => header === name)?.[1];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
