import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { SettingsOverview } from '../../_shared/schemas/settings.ts';
import { toTime } from './to-time.ts';

type Stored = Omit<SettingsOverview, 'payments' | 'mail'> & {
  mail: Omit<SettingsOverview['mail'], 'from'>;
  /** The payment providers that are on. */
  ways: string[];
};

/** What the database knows of the settings. */
export async function readSettings(db: Db): Promise<Stored> {
  const found = await db.query<Stored>(sql`
    with s as (select jsonb_object_agg(name, value) as it from public.shop_settings)
    select jsonb_build_object('name', s.it -> 'shop_name', 'email', s.it -> 'shop_email',
        'description', s.it -> 'shop_description') as shop,
      (s.it -> 'shop_open')::boolean as open, s.it ->> 'who_may_order' as "whoMayOrder", s.it ->> 'order_number_pattern' as "orderNumberPattern",
      (s.it -> 'hold_minutes')::int as "holdMinutes", (s.it -> 'running_low')::int as "runningLow",
      s.it ->> 'currency' as currency, s.it ->> 'time_zone' as "timeZone", (
        select jsonb_build_object('zones', count(*), 'methods', coalesce(sum(n.methods), 0),
          'unserved', coalesce(jsonb_agg(z.name order by lower(z.name)) filter (where n.methods = 0), '[]'),
          'everywhere', coalesce(bool_or(z.countries = '{}'), false))
        from public.shipping_zones z cross join lateral (
          select count(*)::int as methods from public.shipping_methods m where m.zone_id = z.id) n) as shipping,
      (select count(*)::int from public.tax_rates) as "taxRates",
      (s.it -> 'prices_include_tax')::boolean as "pricesIncludeTax",
      s.it ->> 'seller_name' as "sellerName", s.it ->> 'seller_address' as "sellerAddress",
      s.it ->> 'bank_account' as "bankAccount",
      jsonb_build_object('days', s.it -> 'return_days', 'sendDays', s.it -> 'return_send_days',
        'payer', s.it -> 'return_payer', 'address', s.it -> 'return_address') as returns,
      jsonb_build_object('texts', (select count(*) from public.mail_texts),
        'failed', (select count(*) from public.mail_outbox m where m.state = 'failed')) as mail,
      (select count(*)::int from public.price_lists) as "priceLists", (
        select jsonb_build_object('approved', count(*) filter (where c.status = 'approved'),
          'requested', count(*) filter (where c.status = 'requested'), 'onTerms', count(*) filter (where c.terms_days > 0))
        from public.companies c) as companies,
      array(select a.firstname from public.administrators a order by lower(a.firstname)) as administrators,
      array(select m.provider from public.payment_methods m where m.is_on order by m.position) as ways,
      (select count(*)::int from public.saved_views) as "savedViews", (
        select jsonb_build_object('at', l.happened_at, 'actor', l.actor)
        from public.audit_log l order by l.id desc limit 1) as "lastChange"
    from s`);
  const { lastChange, ...rest } = single(found);
  return { ...rest, lastChange: lastChange && { ...lastChange, at: toTime(lastChange.at) } };
}
