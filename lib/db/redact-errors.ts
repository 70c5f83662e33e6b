import pg from 'pg';

/**
 * Removes the values of parameters and rows from the errors of a client's statements, so that no log, trace or error
 * monitor shows them: PostgreSQL repeats values in `detail`, `where` and some messages, and Drizzle puts all parameters
 * into the message of its error.
 */
export function redactFailedQueries(client: pg.ClientBase): void {
  const query: unknown = client.query;
  if (typeof query !== 'function') return;
  Reflect.set(client, 'query', (...args: unknown[]) => {
    const redact = (error: unknown) => {
      redactError(error);
      clearDrizzleParameters(args);
    };
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const result: unknown = Reflect.apply(query, client, args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        redact(error);
        throw error;
      });
    }
    const respond = (error: unknown, result: unknown) => {
      if (error) redact(error);
      return Reflect.apply(callback, undefined, [error, result]);
    };
    return Reflect.apply(query, client, [...args.slice(0, -1), respond]);
  });
}

/** SQLSTATE classes whose messages may quote a value: data exceptions, such as `invalid input syntax for type uuid: "x"`. */
const quotesValues = /^22/;

function redactError(error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) return;
  const { message } = error;
  error.detail = undefined;
  error.where = undefined;
  error.internalQuery = undefined;
  if (!quotesValues.test(error.code ?? '')) return;
  error.message = message.replace(/"[\s\S]*"/, '"…"');
  error.stack = error.stack?.replace(message, error.message);
}

/** Empties the array that Drizzle passes as the second argument and then puts into its error; it is not used again. */
function clearDrizzleParameters([statement, parameters]: unknown[]): void {
  if (typeof statement === 'object' && Array.isArray(parameters)) parameters.length = 0;
}
