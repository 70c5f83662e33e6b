import type { Hono } from 'hono';
import { createApp } from '#lib/http/app';
import type { Served } from '#lib/http/send';
import { openService } from '#lib/service/open-service';

let app: Hono<Served> | undefined;

/** The service of this process, opened on the first request by the process's settings. */
export function processApp(): Hono<Served> {
  app ??= createApp(openService());
  return app;
}
