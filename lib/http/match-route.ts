import type { Route, RouteName } from '#lib/contract/routes';
import { ServiceError } from '#lib/core/errors';
import { requireNotice } from '#lib/http/deprecation';

export interface Match {
  name: RouteName;
  route: Route;
  params: Record<string, string>;
}

interface Path {
  pattern: RegExp;
  byMethod: Map<string, { name: RouteName; route: Route }>;
}

/** Every endpoint by name, as `routes` has them. */
export type RouteTable = Record<RouteName, Route>;

/** Finds the endpoint of a request; RESOURCE_NOT_FOUND or METHOD_NOT_ALLOWED where there is none. */
export type MatchRoute = (method: string, path: string) => Match | ServiceError;

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

/** A METHOD_NOT_ALLOWED with the methods its `Allow` header names. */
export class MethodNotAllowed extends ServiceError {
  readonly allow: string;

  constructor(allow: string) {
    super('METHOD_NOT_ALLOWED');
    this.allow = allow;
  }
}

/**
 * A matcher of requests to endpoints; HEAD is answered as GET is, without the body.
 * @throws Error when an endpoint is deprecated at too short notice
 */
export function matcherOf(table: RouteTable): MatchRoute {
  const byPath = new Map<string, Path>();
  for (const name of Object.keys(table) as RouteName[]) {
    const route = table[name];
    requireNotice(route);
    const path = byPath.get(route.path) ?? { pattern: patternOf(route.path), byMethod: new Map() };
    path.byMethod.set(route.method, { name, route });
    byPath.set(route.path, path);
  }
  return (method, path) => {
    for (const { pattern, byMethod } of byPath.values()) {
      const found = pattern.exec(path);
      if (!found) continue;
      const endpoint = byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (!endpoint) return new MethodNotAllowed([...byMethod.keys()].join(', '));
      return { ...endpoint, params: { ...found.groups } };
    }
    return new ServiceError('RESOURCE_NOT_FOUND');
  };
}
