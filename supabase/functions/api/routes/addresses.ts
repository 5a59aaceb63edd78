import { addressMessages } from '../../_shared/address-messages.ts';
import {
  addressDeletedReply,
  addressesChangedReply,
  addressesReply,
  savedAddressInput,
} from '../../_shared/schemas/addresses.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/addresses.ts';

/** The address book of a customer. */
export const addresses: Call[] = [
  call(
    {
      method: 'GET',
      path: '/users/addresses',
      summary: 'The address book of the signed-in customer, oldest first',
      access: 'customer',
      reply: addressesReply,
    },
    async ({ db }) => ({ addresses: await queries.listAddresses(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/users/addresses',
      summary: 'Add an address with the lines that its country requires; at most 50',
      access: 'customer',
      body: savedAddressInput,
      reply: addressesChangedReply,
      status: 201,
      errors: ['too_many_addresses'],
    },
    async ({ db, body }) => {
      const _id = await queries.saveAddress(db, body);
      return { message: addressMessages.saved, _id, addresses: await queries.listAddresses(db) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/users/addresses/:id',
      summary: 'Replace an address',
      access: 'customer',
      body: savedAddressInput,
      reply: addressesChangedReply,
    },
    async ({ db, body, id }) => {
      const _id = await queries.saveAddress(db, body, id());
      return { message: addressMessages.saved, _id, addresses: await queries.listAddresses(db) };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/users/addresses/:id',
      summary: 'Delete an address',
      access: 'customer',
      reply: addressDeletedReply,
    },
    async ({ db, id }) => {
      await queries.deleteAddress(db, id());
      return { message: addressMessages.removed, addresses: await queries.listAddresses(db) };
    },
  ),
];
