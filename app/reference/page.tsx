import type { Metadata } from 'next';
import { PageHeader } from '#components/layout/page';
import { introduction } from '#lib/contract/openapi/guide';
import { ReferenceText } from './reference-text';

export const metadata: Metadata = { title: 'API reference' };

/** The introduction of the API reference: authentication, errors, limits, countries and credits. */
export default function ReferencePage() {
  return (
    <>
      <PageHeader
        title="API reference"
        summary={
          <>
            For programs:{' '}
            <a href="/v1/openapi.json" className="font-medium text-accent hover:underline">
              OpenAPI document
            </a>
          </>
        }
      />
      <div className="max-w-4xl">
        <ReferenceText text={introduction} />
      </div>
    </>
  );
}
