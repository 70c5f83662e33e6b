import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/notice';
import { exampleRequests } from '#lib/contract/examples/examples';
import { describeRequestForm, groupRoutes, routeNames } from '#lib/contract/openapi/request-form';
import type { RouteName } from '#lib/contract/routes';
import { getEnv } from '#lib/core/env';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { isApiKeyShared } from '#lib/dashboard/api-credentials/api-credentials';
import {
  explainRequestDenial,
  type RequestInput,
  requestInputSchema,
  sharedKeyMessage,
} from '#lib/dashboard/playground/send-playground-request';
import { listProjects } from '#lib/dashboard/projects/project';
import { DeveloperNav } from '../developer-nav';
import { EndpointPicker } from './endpoint-picker';
import { Playground } from './playground';

export const metadata: Metadata = { title: 'Playground' };

interface PlaygroundPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PlaygroundPage({ searchParams }: PlaygroundPageProps) {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'requests.read');
  if (readDenial !== null) return <NoAccess title="Playground" reason={readDenial} />;
  if (isApiKeyShared()) {
    return (
      <Page title="Playground">
        <DeveloperNav />
        <EmptyState kind="none" title="Not available">
          {sharedKeyMessage}
        </EmptyState>
      </Page>
    );
  }
  const { endpoint } = await searchParams;
  const name = routeNames.find((candidate) => candidate === endpoint) ?? 'monitor:chat';
  const [credits, [project]] = await Promise.all([getCreditBalance(context), listProjects(context)]);
  return (
    <Page
      title="Playground"
      summary="Send a real request to the API. It can spend your organization’s credits, and it appears in the request log."
    >
      <DeveloperNav />
      <EndpointPicker groups={groupRoutes()} selected={name} />
      <Playground
        key={name}
        form={describeRequestForm(name)}
        example={createExampleInput(name, project?.id)}
        baseUrl={getPublicBaseUrl()}
        credits={typeof credits === 'number' ? credits : null}
        denial={explainRequestDenial(context.actor, name)}
      />
    </Page>
  );
}

/** Returns the example request of an endpoint, with a project of the organization instead of the documented one. */
function createExampleInput(name: RouteName, projectId: string | undefined): RequestInput {
  const input = requestInputSchema.parse(exampleRequests[name]);
  if (projectId === undefined || input.query.project === undefined) return input;
  return { ...input, query: { ...input.query, project: projectId } };
}

/** Returns the public URL of the service. The dashboard's own requests may use the loopback address instead. */
function getPublicBaseUrl(): string {
  const { API_BASE_URL, APP_URL, PORT } = getEnv();
  return API_BASE_URL === `http://127.0.0.1:${PORT}` ? APP_URL : API_BASE_URL;
}
