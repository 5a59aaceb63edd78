import { taxMessages } from '#shared/tax-messages.ts';
import type { TaxRateInput, TaxSettingsUpdate } from '#shared/schemas/taxes.ts';
import * as api from '../../../api/admin-taxes.ts';
import { change } from '../../changes.ts';

const paths = ['/taxes'];
const { settingsSaved, saved, removed, failed } = taxMessages;

export const saveSettings = (changes: TaxSettingsUpdate) =>
  change(api.saveTaxSettings(changes), paths, { done: settingsSaved, failed });

/** Creates a rate, or changes its percentage. */
export const saveRate = (id: string | null, fields: TaxRateInput) =>
  change(
    id === null ? api.createTaxRate(fields) : api.updateTaxRate(id, Number(fields.rate)),
    paths,
    { done: saved, failed: ({ status, message }) => (status === 409 ? message : failed) },
  );

export const removeRate = async (id: string): Promise<boolean> =>
  (await change(api.deleteTaxRate(id), paths, { done: removed, failed })).ok;
