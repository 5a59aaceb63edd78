import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { TaxRateRow } from '../../_shared/queries/invoice-rows.ts';
import type {
  TaxRate,
  Taxes,
  TaxSettings,
  TaxSettingsUpdate,
} from '../../_shared/schemas/taxes.ts';
import { notFound } from '../errors.ts';

const toRate = ({ id, rate, ...row }: TaxRateRow): TaxRate => ({ _id: id, ...row, rate });

interface SettingsRow {
  prices_include_tax: boolean;
  seller_country: string;
  seller_tax_id: string;
  bank_account: string;
  invoice_number_pattern: string;
  credit_note_number_pattern: string;
}

export async function readTaxes(db: Db): Promise<Taxes> {
  const found = await db.query<{
    it: SettingsRow;
    rates: TaxRateRow[];
    countries: Taxes['countries'];
  }>(sql`
    select (select jsonb_object_agg(name, value) from public.shop_settings) as it,
      array(
        select jsonb_build_object('id', r.id, 'country', r.country, 'class', r.class, 'rate', r.rate)
        from public.tax_rates r left join public.countries c on c.code = r.country
        order by c.name nulls last, r.class) as rates,
      array(select jsonb_build_object('code', code, 'name', name) from public.countries order by name) as countries`);
  const { it, rates, countries } = single(found);
  return {
    settings: {
      pricesIncludeTax: it.prices_include_tax,
      sellerCountry: it.seller_country,
      sellerTaxId: it.seller_tax_id,
      bankAccount: it.bank_account,
      invoiceNumberPattern: it.invoice_number_pattern,
      creditNoteNumberPattern: it.credit_note_number_pattern,
    },
    rates: rates.map(toRate),
    countries,
  };
}

/** For orders and invoices from now on; those that exist stay. */
export async function saveTaxSettings(db: Db, settings: TaxSettingsUpdate): Promise<TaxSettings> {
  const values: { [Name in keyof SettingsRow]: SettingsRow[Name] | undefined } = {
    prices_include_tax: settings.pricesIncludeTax,
    seller_country: settings.sellerCountry,
    seller_tax_id: settings.sellerTaxId,
    bank_account: settings.bankAccount,
    invoice_number_pattern: settings.invoiceNumberPattern,
    credit_note_number_pattern: settings.creditNoteNumberPattern,
  };
  await db.query(sql`
    update public.shop_settings s set value = n.value
    from jsonb_each(${new JsonValue(values)}::jsonb) n (name, value)
    where s.name = n.name and s.value <> n.value returning s.name`);
  return (await readTaxes(db)).settings;
}

/** @throws ApiError 409 if the country has a rate of this class, or does not exist */
export async function insertTaxRate(db: Db, it: Omit<TaxRate, '_id'>): Promise<TaxRate> {
  const added = await db.query<TaxRateRow>(sql`
    insert into public.tax_rates (country, class, rate) values (${it.country}, ${it.class}, ${it.rate})
    returning id, country, class, rate`);
  return toRate(single(added));
}

/** @throws ApiError 404 */
export async function updateTaxRate(db: Db, id: string, rate: number): Promise<TaxRate> {
  const [changed] = await db.query<TaxRateRow>(sql`
    update public.tax_rates set rate = ${rate} where id = ${id} returning id, country, class, rate`);
  if (!changed) throw notFound('Tax rate');
  return toRate(changed);
}

/** @throws ApiError 404 */
export async function deleteTaxRate(db: Db, id: string): Promise<void> {
  const deleted = await db.query(sql`delete from public.tax_rates where id = ${id} returning id`);
  if (deleted.length === 0) throw notFound('Tax rate');
}
