import { Fragment } from 'react';

/** A domain that breaks after its dots where it has no room; after its hyphens any text does. */
export function DomainName({ domain }: { domain: string }) {
  return domain.split('.').map((label, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the labels of a domain never change places
    <Fragment key={index}>
      {index > 0 ? (
        <>
          .<wbr />
        </>
      ) : null}
      {label}
    </Fragment>
  ));
}
