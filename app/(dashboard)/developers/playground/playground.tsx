'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ConfirmButton } from '#components/overlays/dialog';
import type { SnippetRequest } from '#components/sections/request-snippets';
import { Section } from '#components/sections/section';
import { SnippetTabs } from '#components/sections/snippet-tabs';
import { Button } from '#components/ui/button';
import { FormBody } from '#components/ui/form';
import { ErrorNotice, LoadFailed } from '#components/ui/notice';
import { estimateCredits } from '#lib/contract/credits';
import type { RequestForm } from '#lib/contract/openapi/request-form';
import { buildRequestUrl } from '#lib/contract/service-routes';
import { defineMessages } from '#lib/core/messages';
import type { PlaygroundResponse, RequestInput } from '#lib/dashboard/playground/send-playground-request';
import { sendPlaygroundRequestAction } from './actions';
import { parseSharedInput } from './form-state';
import { RequestFields } from './request-fields';
import { getHeader, readError } from './response-body';

const ResponseView = lazy(() =>
  import('./response-view').then(
    (module) => ({ default: module.ResponseView }),
    () => ({ default: LoadFailed }),
  ),
);

interface PlaygroundProps {
  form: RequestForm;
  /** The input if the URL contains none. */
  example: RequestInput;
  /** The public URL of the service. */
  baseUrl: string;
  /** Credits that are left; null if they are unknown. */
  credits: number | null;
  /** Reason why the member can't send this request; null if they can. */
  denial: string | null;
}

/** Maximum length of a request in the URL. Servers reject URLs that are much longer. */
const maxSharedLength = 6_000;

/** Edits, sends and shares a request of one endpoint, and shows it as code. */
export function Playground({ form, example, baseUrl, credits, denial }: PlaygroundProps) {
  const [response, setResponse] = useState<PlaygroundResponse>();
  const [shared, setShared] = useQueryState('input', parseAsString.withOptions({ throttleMs: 400 }));
  const [input, setInput] = useState(() => parseSharedInput(shared) ?? example);
  const send = useAction(sendPlaygroundRequestAction, setResponse);
  const isShareable = encodeURIComponent(JSON.stringify(input)).length <= maxSharedLength;
  const change = (next: RequestInput) => {
    const json = JSON.stringify(next);
    setInput(next);
    void setShared(encodeURIComponent(json).length <= maxSharedLength ? json : null);
  };
  const sendRequest = () => {
    setResponse(undefined);
    send.run({ endpoint: form.name, input });
  };
  const error = response && readError(response);
  const remaining = response && getHeader(response, 'x-credits-remaining');
  return (
    <div className="grid gap-x-10 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <Section
        title="Request"
        note={form.summary.replaceAll('`', '')}
        aside={<CopyLink isShareable={isShareable} />}
      >
        <FormBody className="flex flex-col gap-5" onSubmit={sendRequest}>
          <RequestFields form={form} input={input} onChange={change} errors={error?.fields ?? []} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
            {form.method === 'DELETE' ? (
              <ConfirmButton
                label="Send request"
                title="Send this request?"
                confirmLabel="Send request"
                size="medium"
                denial={denial}
                busy={send.busy}
                onConfirm={sendRequest}
              >
                {form.summary}. Deleted tasks can’t be restored.
              </ConfirmButton>
            ) : (
              <Button kind="primary" type="submit" denial={denial} busy={send.busy}>
                {send.busy ? 'Sending…' : 'Send request'}
              </Button>
            )}
            <p className="text-muted" role="status">
              <Cost
                credits={estimateCredits(form.name, input.body)}
                left={remaining === undefined ? credits : Number(remaining)}
              />
            </p>
          </div>
        </FormBody>
      </Section>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Section title="Response">
          <ErrorNotice problem={send.problem} />
          {response ? (
            <Suspense fallback={<p className="text-muted">Loading…</p>}>
              <ResponseView endpoint={form.name} response={response} />
            </Suspense>
          ) : (
            <p className="text-muted">{send.busy ? 'Waiting for the response…' : 'Not sent yet.'}</p>
          )}
        </Section>
      </div>
      <div className="min-w-0 lg:col-start-1">
        <Section title="Code" note="Reads the API key from the environment variable ANSWERSCOPE_API_KEY.">
          <SnippetTabs request={toSnippetRequest(form, input, baseUrl)} />
        </Section>
      </div>
    </div>
  );
}

const messages = defineMessages({
  cost: 'Costs {credits, plural, =0 {no credits} one {# credit} other {# credits}}.',
  costOf: 'Costs {credits, plural, one {# credit} other {# credits}}; {left, number} left.',
});

function Cost({ credits, left }: { credits: number; left: number | null }) {
  return left === null || credits === 0 ? messages.cost({ credits }) : messages.costOf({ credits, left });
}

/** Copies the URL of the page, which contains the request. */
function CopyLink({ isShareable }: { isShareable: boolean }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  if (!isShareable) return <p className="text-xs text-muted">Too long to share by link</p>;
  return (
    <Button size="small" onClick={copy}>
      {isCopied ? 'Link copied' : 'Copy link'}
    </Button>
  );
}

function toSnippetRequest(
  { method, path, body }: RequestForm,
  input: RequestInput,
  baseUrl: string,
): SnippetRequest {
  const url = buildRequestUrl(baseUrl, path, input).href;
  return { method, url, body: body ? (input.body ?? null) : undefined };
}
