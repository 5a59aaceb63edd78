import { priceListMessages } from '#shared/price-list-messages.ts';
import type {
  ListPricesInput,
  OrderQuantitiesInput,
  PriceListInput,
  PriceListUpdate,
} from '#shared/schemas/price-lists.ts';
import * as api from '../../api/admin-price-lists.ts';
import type { Failure } from '../../api/client.ts';
import { companyRoutes } from '../../company-routes.ts';
import { change, remove, removeAndLeave } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/price-lists'];
const { created, updated, removed, pricesSaved, quantitiesSaved, failed } = priceListMessages;

/** By name. */
export const priceLists = tableList(api.priceListPage, { sorts: [] });

export const createPriceList = (list: PriceListInput) =>
  change(api.createPriceList(list), paths, { done: created, failed });

export const updatePriceList = (id: string, changes: PriceListUpdate) =>
  change(api.updatePriceList(id, changes), paths, { done: updated, failed });

export const removePriceList = (id: string): Promise<boolean> =>
  remove(api.deletePriceList(id), {
    ...{ ids: [id], list: priceLists, paths, failed },
    done: () => removed,
  });

/** Deletes it from its own screen. */
export const leavePriceList = (id: string): Promise<boolean> =>
  removeAndLeave(api.deletePriceList(id), companyRoutes.priceLists(), { done: removed, failed });

const whyNot = ({ status, message }: Failure): string => (status === 409 ? message : failed);

export const saveListPrices = (id: string, input: ListPricesInput) =>
  change(api.saveListPrices(id, input), paths, { done: pricesSaved, failed: whyNot });

export const saveOrderQuantities = (product: string, input: OrderQuantitiesInput) =>
  change(api.saveOrderQuantities(product, input), paths, { done: quantitiesSaved, failed: whyNot });
