/** The header with which a page of the dashboard names the organization (its ID) that it was rendered for. */
export const shownOrganizationHeader = 'x-shown-organization';

/**
 * Adds `shownOrganizationHeader` to every request that the dashboard sends to this instance with `fetch`: server actions,
 * pages that Next.js loads, and polling. The server refuses them if the user has switched to another organization in
 * another tab. `fetch` is wrapped because Next.js offers no way to add a header to its own requests.
 */
export function sendShownOrganization(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const { href, origin } = window.location;
    const url = new URL(input instanceof Request ? input.url : input, href);
    // The shell has this attribute. Pages outside the dashboard have no shell.
    const shown = document.querySelector<HTMLElement>('[data-organization]')?.dataset.organization;
    if (!shown || url.origin !== origin) return send(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(shownOrganizationHeader, shown);
    return send(input, { ...init, headers });
  };
}
