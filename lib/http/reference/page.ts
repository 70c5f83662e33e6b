import { html } from 'hono/html';
import { exampleDelivery } from '#lib/contract/examples/delivery';
import { exampleErrors } from '#lib/contract/examples/errors';
import { groupOf, groups } from '#lib/contract/openapi/operation';
import { limits } from '#lib/contract/plans';
import { type RouteName, routes } from '#lib/contract/routes';
import { webhookHeaders } from '#lib/contract/webhook';
import { anchorOf, endpointSection } from '#lib/http/reference/endpoint';
import { codeBlock, codeTabs, type Markup } from '#lib/http/reference/parts';
import { languages } from '#lib/http/reference/samples';
import { style } from '#lib/http/reference/style';
import {
  coverageTable,
  creditsTable,
  errorsTable,
  limitsTable,
  plansTable,
} from '#lib/http/reference/tables';
import { webhookSamples } from '#lib/http/reference/webhook-samples';

const names = Object.keys(routes) as RouteName[];
const subjects = {
  start: 'Getting started',
  webhooks: 'Webhooks',
  errors: 'Errors',
  limits: 'Limits',
  credits: 'Credits',
  versions: 'Versions',
} as const;

function navigation(): Markup {
  const endpoints = (group: (typeof groups)[number]) =>
    names
      .filter((name) => groupOf(name) === group)
      .map(
        (name) =>
          html`<li><a href="#${anchorOf(name)}"><small>${routes[name].method}</small> ${routes[name].path.replace('/v1/', '')}</a></li>`,
      );
  const subject = ([id, title]: [string, string]) => html`<li><a href="#${id}">${title}</a></li>`;
  const [first, ...others] = Object.entries(subjects);
  return html`<nav aria-label="Contents"><ul>${first ? subject(first) : ''}</ul>
    ${groups.map((group) => html`<h2>${group}</h2><ul>${endpoints(group)}</ul>`)}
    <h2>Good to know</h2><ul>${others.map(subject)}</ul></nav>`;
}

function languageChoice(): Markup {
  return html`<form><fieldset><legend>Examples in</legend>${Object.entries(languages).map(
    ([id, title], index) =>
      html`<label><input type="radio" name="language" id="language-${id}" ${index === 0 ? 'checked' : ''}> ${title}</label>`,
  )}</fieldset></form>`;
}

function webhooks(): Markup {
  return html`<h2 id="webhooks">${subjects.webhooks}</h2>
    <p>When a task was created with <code>webhook.url</code>, its record is sent there as a <code>POST</code> once it is <code>COMPLETED</code> or <code>FAILED</code>. Any 2xx acknowledges it. Anything else is tried again after about 2, 4, 8 and 16 minutes, ${limits.webhookAttempts} attempts in all. The same task may arrive more than once, and in the order of completion: deduplicate on <code>task.id</code>.</p>
    ${codeBlock(JSON.stringify(exampleDelivery, null, 2), 'Body of a delivery')}
    <p>With signing on, a delivery carries <code>${webhookHeaders.timestamp}</code> (Unix seconds), <code>${webhookHeaders.signature}</code> (<code>v1=</code> and the hex-encoded HMAC-SHA256, keyed with the whole signing secret, over the timestamp, a dot and the raw body) and <code>${webhookHeaders.id}</code> (the task’s id, a dash, the attempt). Compute over the bytes as received, compare in constant time, and refuse timestamps more than ${limits.webhookToleranceSeconds / 60} minutes away:</p>
    ${codeTabs(webhookSamples, 'Receiver of webhooks')}`;
}

/** The whole reference, from the same table as the endpoints themselves. */
export function referencePage(baseUrl: string): Markup {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Answerscope</title><style>${style}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><p>Answerscope API reference</p>${languageChoice()}</header>
<div class="layout">${navigation()}
<main id="content"><h1>Ask an engine, read its answer as JSON</h1>
<h2 id="start">${subjects.start}</h2>
<p>Every request goes to <code>${baseUrl}</code> and carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Create keys in the dashboard; one key opens every endpoint. Keep keys out of browsers and repositories. Bodies are JSON. Unknown request fields are ignored, and an explicit null counts as absent.</p>
<p>The same description as a file: <a href="/v1/openapi.json">OpenAPI 3.1</a>.</p>
${groups.map(
  (group) =>
    html`<h2>${group}</h2>${names.filter((name) => groupOf(name) === group).map((name) => endpointSection(name, baseUrl))}`,
)}
${webhooks()}
<h2 id="errors">${subjects.errors}</h2>
<p>Every 4xx and 5xx body has this shape; branch on <code>error.code</code>. A validation error also names each wrong field in <code>details</code>. Retry 500 and 502 with exponential backoff; a 429 of the rate limit clears within a second, one of concurrency when a request ends.</p>
${codeBlock(JSON.stringify(exampleErrors.VALIDATION_ERROR, null, 2), 'Body of an error')}
${errorsTable()}
<h2 id="limits">${subjects.limits}</h2>${limitsTable()}
<p>A request may name any country of ISO 3166-1. Engines are not offered in all of them; <code>/v1/countries</code> lists those of each.</p>
${coverageTable()}
<h2 id="credits">${subjects.credits}</h2>
<p>A request holds its cost while it runs and is charged when it succeeds, or when its client leaves after an engine was asked. What fails costs nothing. The country does not change the price.</p>
${creditsTable()}${plansTable()}
<h2 id="versions">${subjects.versions}</h2>
<p>Within <code>/v1</code> changes are additive: ignore response fields you do not know. An endpoint on its way out says so by <code>Deprecation</code>, <code>Sunset</code> and <code>Link</code> headers at least six months before it stops. Nothing is deprecated at present.</p>
</main></div></body></html>`;
}
