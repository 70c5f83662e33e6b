const maxPlaces = 32;
const minPlaces = 2;

/**
 * The number of deliveries that each organization may have running in this worker: many while its endpoints respond,
 * few when they time out, so that a dead endpoint blocks neither the worker nor other organizations.
 */
export interface DeliveryConcurrency {
  /** Places of an organization that is not in `listFree`. */
  maxPlaces: number;
  /** Returns the free places by organization. */
  listFree(): Map<string, number>;
  start(organizationId: string): void;
  /** @param isPrompt whether the endpoint responded in time, with any status */
  end(organizationId: string, isPrompt: boolean): void;
}

export function createDeliveryConcurrency(): DeliveryConcurrency {
  const organizations = new Map<string, { places: number; used: number }>();
  function getOrganization(organizationId: string) {
    const organization = organizations.get(organizationId) ?? { places: maxPlaces, used: 0 };
    organizations.set(organizationId, organization);
    return organization;
  }
  return {
    maxPlaces,
    listFree: () => new Map([...organizations].map(([id, { places, used }]) => [id, places - used])),
    start(organizationId) {
      getOrganization(organizationId).used += 1;
    },
    end(organizationId, isPrompt) {
      const organization = getOrganization(organizationId);
      organization.used -= 1;
      organization.places = isPrompt
        ? Math.min(maxPlaces, organization.places * 2)
        : Math.max(minPlaces, organization.places >> 1);
      if (organization.used === 0 && organization.places === maxPlaces) organizations.delete(organizationId);
    },
  };
}
