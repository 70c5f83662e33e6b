import { type Engine, engines } from '#lib/contract/engines';
import type { Provider } from '#lib/providers/shared/provider';
import type { ProviderResolver } from '#lib/service/provider-keys/provider-resolver';

/** Finds an organization's provider of every engine. @returns a function that returns the provider of an engine */
export async function findProviders(
  { providers: resolver }: { providers: ProviderResolver },
  { organizationId }: { organizationId: string },
): Promise<(engine: Engine) => Provider<Engine>> {
  const choices = await Promise.all(
    engines.map((engine) => resolver.resolve<Engine>(organizationId, engine)),
  );
  const providers = new Map(choices.map(({ provider }) => [provider.engine, provider]));
  return (engine) => {
    const provider = providers.get(engine);
    if (!provider) throw new Error(`The engine ${engine} has no provider.`);
    return provider;
  };
}
