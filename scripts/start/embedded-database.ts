import { getLoopbackUrl } from '#scripts/postgres/loopback-url';
import { productRole } from '#scripts/postgres/product-role';

/** The name of the product's database in the embedded PostgreSQL. */
export const databaseName = 'answerscope';

/** Returns the URL of the product's database in the embedded PostgreSQL. */
export function getEmbeddedUrl(port: number, password: string): string {
  return getLoopbackUrl({ port, database: databaseName, user: productRole, password });
}
