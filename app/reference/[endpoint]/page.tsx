import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PageHeader } from '#components/layout/page';
import { SnippetTabs } from '#components/sections/snippet-tabs';
import { findReferenceEntry, type ReferenceEntry } from '#lib/contract/openapi/reference';
import { buildRequestUrl } from '#lib/contract/service-routes';
import { getEnv } from '#lib/core/env';
import { FieldTable } from '../field-table';
import { JsonExample } from '../json-example';
import { ReferenceText } from '../reference-text';

interface EndpointPageProps {
  params: Promise<{ endpoint: string }>;
}

async function getEntry({ params }: EndpointPageProps): Promise<ReferenceEntry> {
  return findReferenceEntry((await params).endpoint) ?? notFound();
}

export async function generateMetadata(props: EndpointPageProps): Promise<Metadata> {
  const { method, path } = await getEntry(props);
  return { title: `${method} ${path} · API reference` };
}

/** An endpoint in the API reference: its request as code, its fields, an example response and its errors. */
export default async function EndpointPage(props: EndpointPageProps) {
  const entry = await getEntry(props);
  const { method, path, summary, description, requestExample, responseStatus } = entry;
  const url = buildRequestUrl(getEnv().APP_URL, path, requestExample).href;
  return (
    <>
      <PageHeader
        title={<ReferenceText text={summary} isInline />}
        summary={
          <code className="font-mono text-sm wrap-anywhere">
            {method} {path}
          </code>
        }
      />
      <div className="gap-10 xl:grid xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          {entry.isDeprecated ? <p>This endpoint is deprecated.</p> : null}
          {description === '' ? null : (
            <div>
              <ReferenceText text={description} />
            </div>
          )}
          <FieldTable title="Path parameters" fields={entry.pathParameters} />
          <FieldTable title="Query parameters" fields={entry.queryParameters} />
          <FieldTable title="Request body" fields={entry.bodyFields} />
          <FieldTable title={`Response, ${responseStatus}`} fields={entry.responseFields} kind="response" />
          <FieldTable title="Response headers" fields={entry.headers} />
          <ErrorTable errors={entry.errors} />
        </div>
        <div className="mt-8 flex min-w-0 flex-col gap-8 xl:sticky xl:top-20 xl:mt-0 xl:self-start">
          <section>
            <h2 className="mb-1 text-lg font-semibold">Request</h2>
            <p className="mb-3 text-xs text-muted">
              Reads the API key from the environment variable ANSWERSCOPE_API_KEY.
            </p>
            <SnippetTabs request={{ method, url, body: requestExample.body }} />
          </section>
          <JsonExample title="Response" value={entry.responseExample} />
        </div>
      </div>
    </>
  );
}

function ErrorTable({ errors }: Pick<ReferenceEntry, 'errors'>) {
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">Errors</h2>
      <dl className="border-t">
        {errors.map(({ status, description }) => (
          <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 border-b py-2 text-sm">
            <dt className="tabular-nums">{status}</dt>
            <dd className="wrap-anywhere">
              <ReferenceText text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
