import type { ReactNode } from 'react';
import { CodeBlock } from '#app/(dashboard)/developers/webhooks/code-block.tsx';
import { Chip } from '#components/ui/chip';
import { Time } from '#components/ui/time';
import { formatJson } from '#lib/core/format-json';
import type { DeliveryDetails } from '#lib/service/webhooks/deliveries';

interface AttemptDetailsProps {
  attempt: DeliveryDetails['attempts'][number];
  isOpen: boolean;
}

/** One attempt of a delivery. Shows its result and, once opened, its request and response. */
export function AttemptDetails({ attempt, isOpen }: AttemptDetailsProps) {
  const { requestHeaders, responseHeaders, responseBody, responseTruncated, responseDropped } = attempt;
  const name = `attempt ${attempt.attempt}`;
  return (
    <details open={isOpen} className="rounded-lg border">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2.5 hover:bg-sunken">
        <span className="font-medium">Attempt {attempt.attempt}</span>
        <Chip tone={attempt.error === null ? 'plain' : 'danger'}>{attempt.statusCode ?? 'No response'}</Chip>
        <span className="text-muted">
          <Time at={attempt.startedAt} /> · {attempt.durationMs} ms
        </span>
        {attempt.error ? <span className="basis-full text-danger wrap-anywhere">{attempt.error}</span> : null}
      </summary>
      <div className="grid gap-4 border-t p-3.5 lg:grid-cols-2">
        <Part title="Request headers">
          {requestHeaders ? (
            <CodeBlock wraps label={`Request headers of ${name}`}>
              {formatHeaders(requestHeaders)}
            </CodeBlock>
          ) : (
            <p className="text-muted">Nothing was sent.</p>
          )}
        </Part>
        <Part title="Response headers">
          {responseHeaders ? (
            <CodeBlock wraps label={`Response headers of ${name}`}>
              {formatHeaders(responseHeaders)}
            </CodeBlock>
          ) : (
            <p className="text-muted">
              {responseDropped
                ? 'Headers and body were not kept: newer responses took up the space for this organization.'
                : 'No response.'}
            </p>
          )}
        </Part>
        {responseBody ? (
          <Part title="Response body" note={responseTruncated ? 'truncated to 64 KiB' : undefined} isWide>
            <CodeBlock wraps label={`Response body of ${name}`}>
              {formatJson(responseBody)}
            </CodeBlock>
          </Part>
        ) : responseHeaders ? (
          <p className="text-muted">
            {responseBody === null
              ? 'Only the status and the size of responses from internal hosts are stored, unless the operator of this instance allows more.'
              : 'The response had no body.'}
          </p>
        ) : null}
      </div>
    </details>
  );
}

interface PartProps {
  title: string;
  note?: string | undefined;
  isWide?: boolean;
  children: ReactNode;
}

function Part({ title, note, isWide, children }: PartProps) {
  return (
    <div className={isWide ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
      <h3 className="mb-1.5 text-xs font-medium text-muted">
        {title} {note ? <Chip tone="warning">{note}</Chip> : null}
      </h3>
      {children}
    </div>
  );
}

function formatHeaders(headers: Record<string, string | string[]>): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => [value].flat().map((line) => `${name}: ${line}`))
    .join('\n');
}
