import { messageReply } from '../../_shared/schemas/common.ts';
import {
  countriesQuery,
  countriesReply,
  shippingMethodInput,
  shippingReply,
  shippingSavedReply,
  shippingMethodUpdate,
  shippingZoneInput,
  shippingZoneUpdate,
} from '../../_shared/schemas/shipping.ts';
import { shippingMessages } from '../../_shared/shipping-messages.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/shipping.ts';

export const shipping: Call[] = [
  call(
    {
      method: 'GET',
      path: '/countries',
      summary:
        'All countries by name, or the one that is called `name` in any language; none if that is unknown',
      access: 'anyone',
      tags: ['countries'],
      query: countriesQuery,
      reply: countriesReply,
    },
    async ({ db, query }) => ({ countries: await queries.listCountries(db, query.name) }),
  ),
  call(
    {
      method: 'GET',
      path: '/shipping/zones',
      summary:
        'Zones of countries with their shipping methods; shipping is free without any method',
      access: 'admin',
      reply: shippingReply,
    },
    async ({ db }) => ({ zones: await queries.listShipping(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/shipping/zones',
      summary: 'Add a zone; without countries it is for everywhere else',
      access: 'admin',
      body: shippingZoneInput,
      reply: shippingSavedReply,
      status: 201,
      errors: ['country_taken'],
    },
    async ({ db, body }) => ({
      message: shippingMessages.saved,
      _id: await queries.insertZone(db, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/shipping/zones/:id',
      summary: 'Change name and countries of a zone; omitted fields stay',
      access: 'admin',
      body: shippingZoneUpdate,
      reply: shippingSavedReply,
      errors: ['country_taken'],
    },
    async ({ db, body, id }) => ({
      message: shippingMessages.saved,
      _id: await queries.updateZone(db, id(), body),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/shipping/zones/:id',
      summary: 'Delete a zone with its methods',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      await queries.deleteZone(db, id());
      return { message: shippingMessages.removed };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/shipping/zones/:id/methods',
      summary: 'Add a method to a zone',
      access: 'admin',
      body: shippingMethodInput,
      reply: shippingSavedReply,
      status: 201,
    },
    async ({ db, body, id }) => ({
      message: shippingMessages.saved,
      _id: await queries.insertMethod(db, id(), body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/shipping/methods/:id',
      summary: 'Change a method; omitted fields stay',
      access: 'admin',
      body: shippingMethodUpdate,
      reply: shippingSavedReply,
    },
    async ({ db, body, id }) => ({
      message: shippingMessages.saved,
      _id: await queries.updateMethod(db, id(), body),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/shipping/methods/:id',
      summary: 'Delete a method',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      await queries.deleteMethod(db, id());
      return { message: shippingMessages.removed };
    },
  ),
];
