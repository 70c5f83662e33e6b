/** Returns the URL of a database of the PostgreSQL server on a port of this machine. */
export function getLoopbackUrl(server: {
  port: number;
  database: string;
  user: string;
  password: string;
}): string {
  return `postgresql://${server.user}:${encodeURIComponent(server.password)}@127.0.0.1:${server.port}/${server.database}`;
}
