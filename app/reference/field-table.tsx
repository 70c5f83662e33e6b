import type { ReferenceField } from '#lib/contract/openapi/reference-fields';
import { formatFacts } from '#lib/core/lists';
import { ReferenceText } from './reference-text';

interface FieldTableProps {
  title: string;
  fields: readonly ReferenceField[];
  /** Request fields are marked if they are required, response fields if they can be absent. */
  kind?: 'request' | 'response';
}

/** The fields of a request or response with their type, limits and description; nothing without fields. */
export function FieldTable({ title, fields, kind = 'request' }: FieldTableProps) {
  if (fields.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <dl className="border-t">
        {fields.map((field) => (
          <div
            key={field.path}
            className="grid gap-x-6 gap-y-1 border-b py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="min-w-0">
              <code className="font-mono text-sm wrap-anywhere">{field.path}</code>
              <span className="block text-xs text-muted">
                {field.type}
                {formatPresence(field, kind)}
              </span>
            </dt>
            <dd className="min-w-0 text-sm">
              <ReferenceText text={field.description} isInline />
              {field.limits.length > 0 ? (
                <span className="block text-xs text-muted wrap-anywhere">{formatFacts(field.limits)}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function formatPresence({ isRequired }: ReferenceField, kind: 'request' | 'response'): string {
  if (kind === 'request') return isRequired ? ', required' : '';
  return isRequired ? '' : ', can be absent';
}
