import { html } from 'hono/html';
import { type Engine, engineFacts } from '#lib/contract/engines';
import { exampleResponses } from '#lib/contract/examples/responses';
import { errorsOf } from '#lib/contract/openapi/errors-of';
import { isObject, type JsonObject } from '#lib/contract/openapi/json-schema';
import { bearingOf, bodyOf, outputOf, parametersOf, spends } from '#lib/contract/openapi/operation';
import { headersOf } from '#lib/contract/openapi/response-headers';
import { limits } from '#lib/contract/plans';
import { type Route, type RouteName, routes } from '#lib/contract/routes';
import { type FieldRow, fieldsOf, resolved } from '#lib/http/reference/fields';
import { codeBlock, codeTabs, type Markup, prose } from '#lib/http/reference/parts';
import { samplesOf } from '#lib/http/reference/samples';

/** The part of the address that leads to an endpoint on the page. */
export const anchorOf = (name: RouteName): string => name.replaceAll(/[:/]/g, '-');

function fieldTable(caption: string, rows: FieldRow[], mark = 'required'): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table>
      <caption>${caption}</caption>
      <thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">What it is</th></tr></thead>
      <tbody>${rows.map(
        (row) => html`<tr>
          <th scope="row"><code>${row.name}</code>${row.required ? html` <span class="required">${mark}</span>` : ''}</th>
          <td>${row.type}</td>
          <td>${prose(row.description)}${row.rules.length > 0 ? html` <span class="rules">${row.rules.join('; ')}</span>` : ''}</td>
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

function parameterRows(name: RouteName): FieldRow[] {
  return parametersOf(name).flatMap((parameter) => {
    const field = String(parameter.name);
    const schema = isObject(parameter.schema) ? parameter.schema : {};
    const required = parameter.required === true ? [field] : [];
    return fieldsOf({ type: 'object', properties: { [field]: schema }, required }).map((row) => ({
      ...row,
      description: `In the ${parameter.in}. ${row.description}`,
    }));
  });
}

function inputTables(name: RouteName): Markup {
  const parameters = parameterRows(name);
  const body = bodyOf(name);
  const about = resolved(body).description;
  if (parameters.length === 0 && !body) return html`<p>It takes no input.</p>`;
  return html`${parameters.length > 0 ? fieldTable('Parameters', parameters) : ''}
    ${about === undefined ? '' : html`<p>${prose(String(about))}.</p>`}
    ${body ? fieldTable(bodyCaption(name), bodyRows(name, body)) : ''}`;
}

const bodyCaption = (name: RouteName) =>
  name === 'createTasks' ? `Body: a JSON array of 1 to ${limits.batchTasks} of these` : 'Body';

function bodyRows(name: RouteName, body: JsonObject): FieldRow[] {
  const rows = fieldsOf(body);
  return name === 'createTasks' ? rows.map((row) => ({ ...row, name: row.name.replace('[].', '') })) : rows;
}

function priceOf(name: RouteName): Markup | string {
  const { engine }: Route = routes[name];
  if (engine) return price(engine);
  if (name === 'run') return html`<p><strong>${engineFacts.chat.credits} credits</strong>.</p>`;
  return spends(name) ? html`<p>It costs what the engine’s own endpoint costs.</p>` : '';
}

function price(engine: Engine): Markup {
  const { credits, takesState, takesPages } = engineFacts[engine];
  const extras = [
    ...(engine === 'chat' ? ['+2 once for any of rawResponse, searchQueries, ads, shopping'] : []),
    ...(takesState ? ['+2 for state'] : []),
    ...(takesPages ? ['+2 for each page after the first'] : []),
    ...(engine === 'search' ? ['+2 for include.overview'] : []),
  ];
  return html`<p><strong>${credits} credits</strong>${extras.length > 0 ? `; ${extras.join(', ')}` : ''}.</p>`;
}

function failures(name: RouteName): Markup {
  return html`<table>
    <caption>Errors</caption>
    <thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead>
    <tbody>${[...errorsOf(name)].map(
      ([status, codes]) => html`<tr><th scope="row">${status}</th>
        <td>${codes.map((code) => html`<a href="#error-${code}"><code>${code}</code></a> `)}</td></tr>`,
    )}</tbody>
  </table>`;
}

/** One endpoint: what it takes, how to call it, what it answers and how it fails. */
export function endpointSection(name: RouteName, baseUrl: string): Markup {
  const route: Route = routes[name];
  const id = anchorOf(name);
  const headers = headersOf(route.status, bearingOf(name));
  const rows = fieldsOf(outputOf(name));
  return html`<section class="endpoint" id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title"><span class="method">${route.method}</span> <code>${route.path}</code></h3>
    <p>${prose(route.summary)}.</p>
    ${route.deprecation ? html`<p class="notice">Deprecated: it stops responding on ${route.deprecation.sunset}. <a href="${route.deprecation.link}">What replaces it</a></p>` : ''}
    ${priceOf(name)}
    ${inputTables(name)}
    <h4>Example request</h4>
    ${codeTabs(samplesOf(name, baseUrl), `Request to ${route.path}`)}
    <h4>Answer: ${route.status}</h4>
    <p class="headers">Headers: ${headers.map((header) => html`<code>${header}</code> `)}</p>
    ${codeBlock(JSON.stringify(exampleResponses[name], null, 2), `Answer of ${route.path}`)}
    ${rows.length > 0 ? html`<details><summary>All ${rows.length} fields of the answer</summary>${fieldTable('Answer', rows, 'always')}</details>` : ''}
    ${failures(name)}
  </section>`;
}
