/** Codes of errors of Node.js, OpenSSL and undici, by what they mean. */
const failures: readonly [codes: RegExp, toSentence: (host: string) => string][] = [
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA)$/, (host) => `The name ${host} could not be resolved.`],
  [/^ECONNREFUSED$/, (host) => `${host} refused the connection.`],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/,
    (host) => `${host} is unreachable.`,
  ],
  [
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED)$/,
    (host) => `${host} closed the connection before its response was complete.`,
  ],
  [/^(?:HPE_|UND_ERR_(?:RES|HEADERS|BODY|INFO))/, (host) => `The response of ${host} is not valid HTTP.`],
  [
    /^(?:CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_|EPROTO)/,
    (host) => `A secure connection to ${host} could not be established. Check its TLS certificate.`,
  ],
];

/**
 * Returns one fixed sentence for each kind of failure of a request. The system's message is never part of it, because it
 * contains IP addresses and ports.
 * @param host of the URL, as the user wrote it
 */
export function describeConnectionFailure(error: unknown, host: string): string {
  for (const code of listErrorCodes(error)) {
    const [, toSentence] = failures.find(([codes]) => codes.test(code)) ?? [];
    if (toSentence) return toSentence(host);
  }
  return `${host} is unreachable.`;
}

/** Lists the codes of an error, of its causes, and of the failed attempts if a name has several addresses. */
function listErrorCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const codes = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const attempts = error instanceof AggregateError ? error.errors.flatMap(listErrorCodes) : [];
  return [...codes, ...listErrorCodes(error.cause), ...attempts];
}
