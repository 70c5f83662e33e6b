/** The sentence of a refused post, out of the envelope every route of the product answers with. */
export async function problemOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body && 'error' in body && typeof body.error === 'object' && body.error) {
    if ('message' in body.error && typeof body.error.message === 'string') return body.error.message;
  }
  return 'This did not work. Try again in a moment.';
}

export const unreachable = 'The server could not be reached. Check the connection and try again.';
