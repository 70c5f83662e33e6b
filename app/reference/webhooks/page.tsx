import type { Metadata } from 'next';
import { PageHeader } from '#components/layout/page';
import { webhookGuide } from '#lib/contract/openapi/guide';
import { describeWebhook } from '#lib/contract/openapi/reference';
import { FieldTable } from '../field-table';
import { JsonExample } from '../json-example';
import { ReferenceText } from '../reference-text';

export const metadata: Metadata = { title: 'Webhooks · API reference' };

/** Explains how tasks are sent to webhook URLs, and how to verify the signature. */
export default function WebhooksPage() {
  const { description, headers, bodyFields, bodyExample } = describeWebhook();
  return (
    <>
      <PageHeader title="Webhooks" summary={<ReferenceText text={description} isInline />} />
      <div className="flex max-w-4xl flex-col gap-8">
        <FieldTable title="Headers" fields={headers} />
        <FieldTable title="Body" fields={bodyFields} kind="response" />
        <JsonExample title="Example" value={bodyExample} />
        <div>
          <ReferenceText text={webhookGuide} />
        </div>
      </div>
    </>
  );
}
