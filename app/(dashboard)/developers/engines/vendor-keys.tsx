'use client';

import { Chip } from '#components/ui/chip';
import { ConfirmButton } from '#components/ui/confirm-button';
import { Notice } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { Time } from '#components/ui/time';
import type { ListedVendorKeys } from '#lib/service/provider-keys/list-vendor-keys';
import type { OfferedVendor } from '#lib/service/provider-keys/offered-vendors';
import { useAction } from '../../use-action';
import { removeVendorKeysAction } from './actions';
import { SetVendorKeys } from './set-vendor-keys';

interface VendorKeysProps {
  vendors: readonly OfferedVendor[];
  keys: readonly ListedVendorKeys[];
  mayManage: boolean;
}

/** The vendors and the organization's own keys at them, by their last characters. */
export function VendorKeys({ vendors, keys, mayManage }: VendorKeysProps) {
  const remove = useAction(removeVendorKeysAction);
  return (
    <>
      {remove.problem ? <Notice tone="danger">{remove.problem.message}</Notice> : null}
      <Table label="Own keys at vendors">
        <TableHead>
          <HeadCell>Vendor</HeadCell>
          <HeadCell>Own key</HeadCell>
          <HeadCell unseen>Actions</HeadCell>
        </TableHead>
        <tbody>
          {vendors.map((vendor) => {
            const key = keys.find((one) => one.vendor === vendor.name);
            return (
              <Row key={vendor.name}>
                <Cell>
                  <p className="font-medium">{vendor.title}</p>
                  <p className="text-xs text-muted">{vendor.engines.join(', ')}</p>
                </Cell>
                <Cell>
                  {key ? (
                    <>
                      <span className="font-mono text-xs">…{key.hint}</span>
                      <p className="text-xs text-muted">
                        set <Time at={key.createdAt} />
                      </p>
                    </>
                  ) : (
                    <Chip>None</Chip>
                  )}
                </Cell>
                <Cell numeric>
                  {mayManage ? (
                    <span className="inline-flex flex-wrap justify-end gap-1">
                      <SetVendorKeys vendor={vendor} replaces={key !== undefined} />
                      {key ? (
                        <ConfirmButton
                          label="Remove"
                          title={`Remove your key at ${vendor.title}?`}
                          confirm="Remove the key"
                          busy={remove.busy}
                          onConfirm={() => remove.run(vendor.name)}
                        >
                          Questions then go the way this instance is set up for again. The key itself stays
                          valid at {vendor.title}; revoke it there if nothing else uses it.
                        </ConfirmButton>
                      ) : null}
                    </span>
                  ) : null}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </>
  );
}
